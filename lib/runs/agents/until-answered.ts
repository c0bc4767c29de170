import { setTimeout as pause } from 'node:timers/promises';
import { blockedReasonOf } from '#lib/core/conversation/permissions.ts';
import { limits } from '#lib/core/limits.ts';
import type { RunRequest } from '../run-request.ts';

/** Nobody answered what a sub-agent asked. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
}

/** Between two looks at what people wrote: every append wakes it. */
const lookMs = 250;

/**
 * Waits until people have answered everything that a sub-agent's step asks. Its process waits with it, since other
 * sub-agents work meanwhile.
 * @throws UnansweredError after a time; the signal's reason
 */
export async function untilAnswered({ log, settings, conversation, signal }: RunRequest): Promise<void> {
  const { events, unread } = settings.stores;
  const startedMs = settings.nowMs();
  await notifyPeople();
  let woken = Promise.withResolvers<void>();
  const unsubscribe = events.subscribe(conversation.id, () => woken.resolve());
  try {
    for (;;) {
      await log.catchUp();
      if (blockedReasonOf(log.state) !== 'people') return;
      const leftMs = startedMs + limits.agentPatienceMs - settings.nowMs();
      if (leftMs <= 0)
        throw new UnansweredError(`Nobody answered within ${limits.agentPatienceMs / 60_000} minutes.`);
      await pause(lookMs, undefined, { signal });
      await Promise.race([woken.promise, pause(leftMs, undefined, { signal, ref: false })]);
      woken = Promise.withResolvers<void>();
    }
  } finally {
    unsubscribe();
    signal.throwIfAborted();
  }

  async function notifyPeople(): Promise<void> {
    if (log.state.cursor === null) return;
    const timestamp = new Date(startedMs).toISOString();
    await unread.note(conversation.id, { eventId: log.state.cursor, timestamp }, []);
  }
}
