import { Entry } from './entry.tsx';

export function InviteGone() {
  return (
    <Entry title="This invite lets nobody in">
      <p className="mid">
        It was used, taken back, or is over; each is good once, for a day. Ask whoever sent it for a new one.
      </p>
      <a className="btn entry-action" href="/">
        Open Vitrine
      </a>
    </Entry>
  );
}
