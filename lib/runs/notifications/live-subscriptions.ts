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
  await Promise.all(ended.map(({ id }) => pushSubscriptions.remove(memberId, id)));
  return all.filter(({ sessionId }) => open.has(sessionId));
}
