import { KeyRound } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import { SignInEntry } from './entry.tsx';
import { signInAddress } from './sign-in-address.ts';

const faults: ReadonlyMap<string, string> = new Map([
  ['provider', 'The identity provider does not answer. Nobody is signed out. Try again in a few minutes.'],
  ['expired', 'That sign-in took too long or started in another browser. Sign in again here.'],
  [
    'refused',
    'You are not signed in: the provider did not confirm your account, or an admin removed you from the team. Ask an admin for access.',
  ],
]);

/** A plain link, so that it works before any script does. */
export function SignInPage(props: { next: string; fault: string | null; hasProvider: boolean }) {
  const fault = faults.get(props.fault ?? '');
  return (
    <SignInEntry title="Sign in to Vitrine">
      {fault && (
        <p className="note warn" role="alert">
          {fault}
        </p>
      )}
      {props.hasProvider ? (
        <>
          <p className="mid">Use your team’s account.</p>
          <a className="btn primary entry-action" href={signInAddress(props.next)}>
            <Icon of={KeyRound} />
            Sign in
          </a>
        </>
      ) : (
        <p className="mid">
          You need an invite link to join this team. Ask an admin for one and open it in this browser.
        </p>
      )}
    </SignInEntry>
  );
}
