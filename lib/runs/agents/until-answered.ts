import { blockedReasonOf } from '#lib/core/conversation/permissions.ts';
import { limits } from '#lib/core/limits.ts';
import type { RunRequest } from '../run-request.ts';

/** Nobody answered what a sub-agent asked. */
export class UnansweredError extends Error {
  override name = 'UnansweredError';
}

/**
 * Waits until people have answered everything that a sub-agent's step asks. Its process waits with it, since other
 * sub-agents work meanwhile.
 * @throws UnansweredError after a time; the signal's reason
 */
export async function untilAnswered({ log, settings, conversation, signal }: RunRequest): Promise<void> {
  const { events, unread } = settings.stores;
  await log.catchUp();
  if (blockedReasonOf(log.state) !== 'people') return;
  const { cursor } = log.state;
  if (cursor !== null) {
    const timestamp = new Date(settings.nowMs()).toISOString();
    await unread.note(conversation.id, { eventId: cursor, timestamp }, []);
  }
  const over = AbortSignal.any([signal, AbortSignal.timeout(limits.agentPatienceMs)]);
  const ended = Promise.withResolvers<void>();
  over.addEventListener('abort', () => ended.resolve(), { once: true });
  let appended = Promise.withResolvers<void>();
  const unsubscribe = events.subscribe(conversation.id, () => appended.resolve());
  try {
    for (let position = cursor; ; ) {
      const batch = await events.read(
        conversation.id,
        { durable: position, live: null },
        limits.eventsPerPage,
      );
      position = batch.position.durable;
      // Others write all the time: the log is read again for an answer only.
      if (batch.durable.some(({ type }) => type === 'permission.completed')) {
        await log.catchUp();
        if (blockedReasonOf(log.state) !== 'people') return;
      }
      if (batch.hasMore) continue;
      await Promise.race([appended.promise, ended.promise]);
      signal.throwIfAborted();
      if (over.aborted) {
        throw new UnansweredError(`Nobody answered within ${limits.agentPatienceMs / 60_000} minutes.`);
      }
      appended = Promise.withResolvers<void>();
    }
  } finally {
    unsubscribe();
  }
}
