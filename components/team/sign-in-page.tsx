import { KeyRound } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import { Entry } from './entry.tsx';
import { signInAddress } from './sign-in-address.ts';

const faults: ReadonlyMap<string, string> = new Map([
  ['provider', 'The identity provider does not answer. Who is signed in stays so; try again in a while.'],
  ['expired', 'That sign-in took too long, or began in another browser. Begin again here.'],
  ['refused', 'You did not get in: the provider did not confirm you, or an admin took you off the team.'],
]);

/** A plain link, so that it works before any script does. */
export function SignInPage(props: { next: string; fault: string | null; hasProvider: boolean }) {
  const fault = faults.get(props.fault ?? '');
  return (
    <Entry title="Sign in to Vitrine">
      {fault && (
        <p className="note warn" role="alert">
          {fault}
        </p>
      )}
      {props.hasProvider ? (
        <>
          <p className="mid">With your team’s account.</p>
          <a className="btn primary entry-action" href={signInAddress(props.next)}>
            <Icon of={KeyRound} />
            Sign in
          </a>
        </>
      ) : (
        <p className="mid">
          This team lets people in by invite links. Ask an admin of the team for one, and open it in this
          browser.
        </p>
      )}
    </Entry>
  );
}
