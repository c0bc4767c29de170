import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Delivery } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { Notification, NotificationKind } from '#lib/core/vocabulary/notifications/notification.ts';
import type { PushMessage } from '#lib/core/vocabulary/notifications/push-message.ts';
import type { PushSubscription } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import { type NotificationPreferences, parsePreferences } from '#lib/core/vocabulary/profile/preferences.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import { memberWithRights } from '#lib/core/vocabulary/team/member-with-rights.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { liveSubscriptions } from './live-subscriptions.ts';
import type { NotificationConfig, NotificationNeeds } from './notification-needs.ts';
import { type PushOutcome, pushMessageOf, sendPush } from './push.ts';
import { createVapid, type Vapid } from './vapid.ts';

/** What is queued for one browser. */
type PushContent = Pick<Delivery, 'body' | 'push'>;

/** Sends to the browsers of members. */
export interface PushSender {
  /** The public key, with which browsers subscribe. */
  key(): string;
  /** Queues a notification for the browsers of one whom it is for; nothing where they do not want it. */
  notify(
    memberId: string,
    notification: Notification,
    conversation: Conversation,
    enqueue: (content: PushContent) => Promise<void>,
  ): Promise<void>;
  /** Resolves to whether the delivery is done with. */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<boolean>;
  /** Sends a message to each browser of a member once, now. */
  test(memberId: string, message: PushMessage): Promise<{ browser: string; outcome: PushOutcome }[]>;
}

/** The member may have taken leave back while it waited. */
const withoutWords = (body: string): string =>
  JSON.stringify({ ...(JSON.parse(body) as PushMessage), body: '' });

/** A push service that did not answer is left alone for a while, whatever else waits for it. */
interface Rest {
  untilMs: number;
  failures: number;
}

export function createPushSender(
  { baseUrl, signIn, pushOrigins }: NotificationConfig,
  stores: Stores,
  { localMember, sealer, nowMs, onError }: NotificationNeeds,
): PushSender {
  const isTeam = signIn !== null;
  let made: Vapid | null = null;
  const vapid = (): Vapid => {
    made ??= createVapid(sealer(), baseUrl?.startsWith('https:') ? baseUrl : 'https://vitrine.invalid');
    return made;
  };
  const rests = new Map<string, Rest>();
  const sendTo = async (
    memberId: string,
    browser: PushSubscription,
    body: string,
    signal?: AbortSignal,
  ): Promise<PushOutcome> => {
    const rules = { vapid: vapid(), namedOrigins: pushOrigins, allowsPrivate: !isTeam };
    const sent = await sendPush(browser, body, rules, nowMs(), signal);
    if (sent.outcome === 'gone') await stores.pushSubscriptions.remove(memberId, browser.id);
    if (sent.outcome === 'refused') onError(new Error(`a push service refused a message: ${sent.status}`));
    return sent.outcome;
  };

  /** Whether a member wants it now, and may read it: either may have changed since. */
  const preferencesFor = async (
    memberId: string,
    kind: NotificationKind,
    conversation: Conversation,
  ): Promise<NotificationPreferences | null> => {
    if (!(await canRead(memberId, conversation))) return null;
    const { notifications } = parsePreferences(await stores.preferences.get(memberId));
    return notifications.kinds[kind].push ? notifications : null;
  };

  const canRead = async (memberId: string, conversation: Conversation): Promise<boolean> => {
    if (!isTeam) return memberId === localMember.id;
    const record = await stores.members.get(memberId);
    if (record === null || record.removedAt !== null) return false;
    const member = memberWithRights(record, await stores.settings.get());
    return may(member, 'read', { kind: 'conversation', conversation });
  };

  return {
    key: () => vapid().publicKey,
    async notify(memberId, notification, conversation, enqueue) {
      const browsers = await liveSubscriptions(stores, memberId, isTeam);
      if (browsers.length === 0) return;
      const { kind, conversationId } = notification;
      const preferences = await preferencesFor(memberId, kind, conversation);
      if (preferences === null) return;
      const body = JSON.stringify(pushMessageOf(notification, conversation, preferences));
      for (const { id } of browsers) {
        // While its push service does not answer, nothing more is queued for it.
        if ((rests.get(id)?.untilMs ?? 0) > nowMs()) continue;
        await enqueue({ body, push: { memberId, subscriptionId: id, kind, conversationId } }).catch(onError);
      }
    },
    async deliver({ body, push }, signal) {
      if (!push) return true;
      const { memberId, subscriptionId, kind, conversationId } = push;
      const rest = rests.get(subscriptionId);
      if (rest && rest.untilMs > nowMs()) return false;
      const [browsers, conversation] = await Promise.all([
        liveSubscriptions(stores, memberId, isTeam),
        stores.conversations.get(conversationId),
      ]);
      const browser = browsers.find(({ id }) => id === subscriptionId);
      const preferences = conversation && (await preferencesFor(memberId, kind, conversation));
      if (!browser || preferences === null) {
        rests.delete(subscriptionId);
        return true;
      }
      const allowed = preferences.withText ? body : withoutWords(body);
      const outcome = await sendTo(memberId, browser, allowed, signal);
      if (outcome !== 'later') {
        rests.delete(subscriptionId);
        return true;
      }
      const failures = (rest?.failures ?? 0) + 1;
      const restMs = Math.min(limits.deliveryRetryMs * 6 ** (failures - 1), limits.pushRestMs);
      rests.set(subscriptionId, { untilMs: nowMs() + restMs, failures });
      return false;
    },
    async test(memberId, message) {
      const browsers = await liveSubscriptions(stores, memberId, isTeam);
      const body = JSON.stringify(message);
      return await Promise.all(
        browsers.map(async (browser) => ({
          browser: browser.browser,
          outcome: await sendTo(memberId, browser, body),
        })),
      );
    },
  };
}
