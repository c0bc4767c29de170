import type { PushSubscription } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import type { Stores } from '#lib/stores/stores.ts';

/**
 * The browsers that show a member's notifications: those in which the member is still signed in. The others are forgotten.
 * @param isTeam people sign in here
 */
export async function liveSubscriptions(
  { pushSubscriptions, sessions }: Pick<Stores, 'pushSubscriptions' | 'sessions'>,
  memberId: string,
  isTeam: boolean,
): Promise<PushSubscription[]> {
  const all = await pushSubscriptions.listOf(memberId);
  if (all.length === 0) return all;
  const open = new Set<string | null>(
    isTeam ? (await sessions.listOf(memberId)).map(({ id }) => id) : [null],
  );
  const ended = all.filter(({ sessionId }) => !open.has(sessionId));
  if (ended.length > 0) {
    // One that was allowed again meanwhile stays.
    const now = new Map((await pushSubscriptions.listOf(memberId)).map((one) => [one.id, one.sessionId]));
    const still = ended.filter(({ id, sessionId }) => now.get(id) === sessionId);
    await Promise.all(still.map(({ id }) => pushSubscriptions.remove(memberId, id)));
  }
  return all.filter(({ sessionId }) => open.has(sessionId));
}
