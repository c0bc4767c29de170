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
  if (!from.renews) await preferences.change(member.id, { [stopped]: false });
  else if ((await preferences.get(member.id))[stopped] === true)
    throw new VitrineError('not_possible', 'This browser was stopped. Allow it again on your own page.');
  if (!(await services.stores.pushSubscriptions.put(member.id, subscription)))
    throw new VitrineError(
      'not_possible',
      `At most ${limits.pushSubscriptions} browsers can notify one member. Remove one first.`,
    );
  return subscription;
}

/** Stored beside the preferences: the subscription itself is gone. */
const stoppedName = (id: string): string => `push.stopped.${id}`;

/** @throws VitrineError `not_found` */
export async function removePushSubscription({ services, member }: MemberCall, id: string): Promise<void> {
  // A page of that browser must not go on by itself.
  await services.stores.preferences.change(member.id, { [stoppedName(id)]: true });
  if (!(await services.stores.pushSubscriptions.remove(member.id, id))) throw notFound();
}
