import { createHash } from 'node:crypto';
import { notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { PushEndpoint, PushSubscription } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import { checkOutgoingAddress } from '../check-outgoing-address.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * Lets a browser show the caller's notifications, and those of nobody else.
 * @param from the session of the browser, its name, and whether it goes on by itself with what the member allowed before
 * @throws VitrineError `invalid_request` for an endpoint that is never asked, `not_possible` when there are too many, or the member has stopped a browser that goes on by itself
 */
export async function addPushSubscription(
  { services, member }: MemberCall,
  { endpoint, keys }: PushEndpoint,
  from: Pick<PushSubscription, 'sessionId' | 'browser'> & { renews?: boolean },
): Promise<PushSubscription> {
  checkOutgoingAddress(services.config, endpoint, 'pushOrigins');
  const hash = createHash('sha256').update(endpoint).digest('base64url');
  const subscription: PushSubscription = {
    ...{ endpoint, keys, sessionId: from.sessionId, browser: from.browser },
    // The page makes it in the same way, to know which one is its own.
    id: `push_${hash.slice(0, 26)}`,
    createdAt: new Date(services.nowMs()).toISOString(),
  };
  const { preferences } = services.stores;
  const stopped = stoppedName(subscription.id);
  if ((await preferences.get(member.id))[stopped] !== undefined) {
    if (from.renews)
      throw new VitrineError('not_possible', 'This browser was stopped. Allow it again on your own page.');
    await preferences.change(member.id, { [stopped]: null });
  }
  if (!(await services.stores.pushSubscriptions.put(member.id, subscription)))
    throw new VitrineError(
      'not_possible',
      `At most ${limits.pushSubscriptions} browsers can notify one member. Remove one first.`,
    );
  return subscription;
}

/** Stored beside the preferences, with when it was: the subscription itself is gone. */
const stoppedPrefix = 'push.stopped.';
const stoppedName = (id: string): string => `${stoppedPrefix}${id}`;

/** @throws VitrineError `not_found` */
export async function removePushSubscription({ services, member }: MemberCall, id: string): Promise<void> {
  const { preferences, pushSubscriptions } = services.stores;
  const isKnown = (await pushSubscriptions.listOf(member.id)).some((one) => one.id === id);
  if (!isKnown) throw notFound();
  // First: a page of that browser must not go on by itself.
  await preferences.change(member.id, { [stoppedName(id)]: new Date(services.nowMs()).toISOString() });
  if (!(await pushSubscriptions.remove(member.id, id))) throw notFound();
  const stopped = Object.entries(await preferences.get(member.id))
    .filter(([name]) => name.startsWith(stoppedPrefix))
    .sort(([, one], [, other]) => (String(one) < String(other) ? 1 : -1));
  const forgotten = stopped.slice(limits.stoppedBrowsers).map(([name]): [string, null] => [name, null]);
  await preferences.change(member.id, Object.fromEntries(forgotten));
}
