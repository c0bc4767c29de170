import { SignInLink } from '#components/ui/sign-in-link.tsx';
import { NotFoundCard } from '../cards/not-found-card.tsx';

/** The page of a share that has ended, never existed, or is not for this reader. */
export function ShareNotFound({ isSignInOffered = false }: { isSignInOffered?: boolean }) {
  return (
    <main className="alone">
      <h1 className="vh">Nothing to show here</h1>
      <NotFoundCard />
      {isSignInOffered && <SignInLink />}
    </main>
  );
}
