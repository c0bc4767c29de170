import { getServices } from '@vitrine/lib/services.ts';
import { readPageMember } from '#app/page-session.ts';
import { ShareNotFound } from '#components/artifacts/sharing/share-not-found.tsx';

/** Looks the same for every token. Where people sign in, it offers that, since signing in may give access. */
export default async function NotFound() {
  const isSignInOffered = getServices().config.signIn !== null && (await readPageMember()) === null;
  return <ShareNotFound isSignInOffered={isSignInOffered} />;
}
