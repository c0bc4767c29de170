import { getServices } from '@vitrine/lib/services.ts';
import { ShareNotFound } from '../../../components/artifacts/sharing/share-not-found.tsx';
import { readPageMember } from '../../page-session.ts';

/** Says the same of every token: where people sign in, whoever has not may find more after it. */
export default async function NotFound() {
  const isSignInOffered = getServices().config.signIn !== null && (await readPageMember()) === null;
  return <ShareNotFound isSignInOffered={isSignInOffered} />;
}
