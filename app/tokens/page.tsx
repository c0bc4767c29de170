import { redirect } from 'next/navigation';

/** Tokens are among what a member sets for themselves. */
export default function Page() {
  redirect('/you#tokens');
}
