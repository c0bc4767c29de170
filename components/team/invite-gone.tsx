import { SignInEntry } from './entry.tsx';

export function InviteGone() {
  return (
    <SignInEntry title="This invite is no longer valid">
      <p className="mid">
        Someone has used it, an admin revoked it, or its 24 hours are over. Ask whoever sent it for a new one.
      </p>
      <a className="btn entry-action" href="/">
        Open Vitrine
      </a>
    </SignInEntry>
  );
}
