import { createHash } from 'node:crypto';
import { notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { PushEndpoint, PushSubscription } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import type { Services } from '#lib/services.ts';
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
  const stopped = await readStopped(services.stores, member.id);
  if (!stopped.includes(subscription.id)) {
    // Nothing keeps it from going on.
  } else if (!from.renews) await writeStopped(services.stores, member.id, without(stopped, subscription.id));
  else throw new VitrineError('not_possible', 'This browser was stopped. Allow it again on your own page.');
  if (!(await services.stores.pushSubscriptions.put(member.id, subscription)))
    throw new VitrineError(
      'not_possible',
      `At most ${limits.pushSubscriptions} browsers can notify one member. Remove one first.`,
    );
  return subscription;
}

/** @throws VitrineError `not_found` */
export async function removePushSubscription({ services, member }: MemberCall, id: string): Promise<void> {
  const { stores } = services;
  const isKnown = (await stores.pushSubscriptions.listOf(member.id)).some((one) => one.id === id);
  if (!isKnown) throw notFound();
  // First: a page of that browser must not go on by itself.
  const stopped = await readStopped(stores, member.id);
  await writeStopped(stores, member.id, [...without(stopped, id), id]);
  if (!(await stores.pushSubscriptions.remove(member.id, id))) throw notFound();
}

type Preferences = Pick<Services['stores'], 'preferences'>;

/** Beside the preferences: the IDs of subscriptions that the member stopped, the latest last. */
const stoppedName = 'push.stopped';

async function readStopped({ preferences }: Preferences, memberId: string): Promise<string[]> {
  const stored = (await preferences.get(memberId))[stoppedName];
  return typeof stored === 'string' ? stored.split(' ').filter(Boolean) : [];
}

const writeStopped = async ({ preferences }: Preferences, memberId: string, ids: readonly string[]) =>
  await preferences.change(memberId, { [stoppedName]: ids.slice(-limits.stoppedBrowsers).join(' ') });

const without = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id);
