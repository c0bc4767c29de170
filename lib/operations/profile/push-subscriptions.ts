import { createHash } from 'node:crypto';
import { notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { PushEndpoint, PushSubscription } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import { checkOutgoingAddress } from '../check-outgoing-address.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * Lets a browser show the caller's notifications, and those of nobody else.
 * @param from the session of the browser, and its name
 * @throws VitrineError `invalid_request` for an endpoint that is never asked, `not_possible` when there are too many
 */
export async function addPushSubscription(
  { services, member }: MemberCall,
  { endpoint, keys }: PushEndpoint,
  from: Pick<PushSubscription, 'sessionId' | 'browser'>,
): Promise<PushSubscription> {
  checkOutgoingAddress(services.config, endpoint, 'pushOrigins');
  const hash = createHash('sha256').update(endpoint).digest('base64url');
  const subscription: PushSubscription = {
    ...{ endpoint, keys, ...from },
    // The page makes it in the same way, to know which one is its own.
    id: `push_${hash.slice(0, 26)}`,
    createdAt: new Date(services.nowMs()).toISOString(),
  };
  if (!(await services.stores.pushSubscriptions.put(member.id, subscription)))
    throw new VitrineError(
      'not_possible',
      `At most ${limits.pushSubscriptions} browsers can notify one member. Remove one first.`,
    );
  return subscription;
}

/** @throws VitrineError `not_found` */
export async function removePushSubscription({ services, member }: MemberCall, id: string): Promise<void> {
  if (!(await services.stores.pushSubscriptions.remove(member.id, id))) throw notFound();
}
