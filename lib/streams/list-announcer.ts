import { limits } from '../core/limits.ts';

/**
 * Announces that lists have changed: the first change at once, what follows together, at most every
 * `limits.listNewsMs`, less often while the process is busy.
 * @param send tells members, or everybody if `null` is among them
 * @returns what to call with the member whose list has changed; `null`: everybody's
 */
export function createListAnnouncer(
  send: (members: ReadonlySet<string | null>) => void,
  paceMs: () => number = () => 0,
): (memberId: string | null) => void {
  const waiting = new Set<string | null>();
  let pause: NodeJS.Timeout | null = null;
  const sendAll = () => {
    const members = new Set(waiting);
    waiting.clear();
    send(members);
    pause = setTimeout(
      () => {
        pause = null;
        if (waiting.size > 0) sendAll();
      },
      limits.listNewsMs + paceMs() * limits.listNewsPaces,
    );
    pause.unref();
  };
  return (memberId) => {
    waiting.add(memberId);
    if (pause === null) sendAll();
  };
}
