import type { Config } from '#lib/config.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { IdPrefix } from '#lib/core/vocabulary/ids.ts';
import type { Delivery } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { Notification } from '#lib/core/vocabulary/notifications/notification.ts';
import type { PushMessage } from '#lib/core/vocabulary/notifications/push-message.ts';
import type { StoredWebhook, WebhookAttempt } from '#lib/core/vocabulary/notifications/webhook.ts';
import { webhookSecretSubject } from '#lib/core/vocabulary/notifications/webhook.ts';
import { standardNotifications } from '#lib/core/vocabulary/profile/preferences.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import { memberWithRights } from '#lib/core/vocabulary/team/member-with-rights.ts';
import type { Sealer } from '#lib/stores/sealer.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { ReadState } from '../state-reader.ts';
import { createDeliveryWorker, type DeliveryWorker } from './delivery-worker.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { pushMessageOf, sendPush } from './push.ts';
import { createVapid, type Vapid } from './vapid.ts';
import { sendToWebhook, type WebhookTarget, webhookBody } from './webhook.ts';

/** Tells people who are not looking. */
export interface Notifications extends Pick<Notifier, 'followed'> {
  /** Sends what earlier processes have left. */
  start(): void;
  /** Sends something to the webhook once, now. */
  tryWebhook(webhook: StoredWebhook, body: string): Promise<WebhookAttempt>;
  /** With which browsers subscribe. */
  pushKey(): string;
  /** Sends something to all browsers of a member. Resolves to how many there are. */
  pushTo(memberId: string, message: PushMessage): Promise<number>;
  close(): Promise<void>;
}

interface Needs {
  sealer(): Sealer;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  onError(error: unknown): void;
}

type Settings = Pick<Config, 'baseUrl' | 'signIn' | 'webhookOrigins'>;

export function createNotifications(
  config: Settings,
  stores: Stores,
  readState: ReadState,
  needs: Needs,
): Notifications {
  const { newId, nowMs, onError } = needs;
  const webhook = createWebhookSender(config, stores, needs);
  const push = createPushSender(config, stores, needs);
  const worker: DeliveryWorker = createDeliveryWorker(
    stores.deliveries,
    (delivery, signal) => (delivery.push ? push : webhook).deliver(delivery, signal),
    { nowMs, onError },
  );
  const enqueue = async (content: Pick<Delivery, 'body' | 'push'>): Promise<void> => {
    const delivery = { ...content, id: newId('dlv'), attempts: 0, dueMs: nowMs() };
    if (!(await stores.deliveries.add(delivery)))
      throw new Error('a notification was dropped: too many wait to be delivered');
    worker.wake();
  };
  const pushTo = async (memberId: string, message: PushMessage): Promise<number> => {
    const browsers = await stores.pushSubscriptions.listOf(memberId);
    for (const { id } of browsers)
      await enqueue({ body: JSON.stringify(message), push: { memberId, subscriptionId: id } });
    return browsers.length;
  };
  const notifyMembers = async (notification: Notification, conversation: Conversation): Promise<void> => {
    for (const { id } of notification.to) {
      if (!(await canRead(config, stores, id, conversation))) continue;
      const { notifications = standardNotifications } = await stores.preferences.get(id);
      if (!notifications.kinds[notification.kind].push) continue;
      await pushTo(id, pushMessageOf(notification, conversation, notifications));
    }
  };
  const notifier = createNotifier(stores, readState, {
    async notify(notification, conversation) {
      const body = await webhook.bodyOf(notification, conversation);
      if (body !== null) await enqueue({ body });
      await notifyMembers(notification, conversation);
    },
    onError,
  });
  return {
    followed: notifier.followed,
    start: worker.wake,
    tryWebhook: webhook.attempt,
    pushKey: push.key,
    pushTo,
    async close() {
      await notifier.settled();
      await worker.close();
    },
  };
}

/** Whoever was removed, or may not read it any more, is not notified. */
async function canRead(
  { signIn }: Settings,
  { members, settings }: Stores,
  memberId: string,
  conversation: Conversation,
): Promise<boolean> {
  // In local mode the one member is in no store.
  if (signIn === null) return true;
  const record = await members.get(memberId);
  return (
    record !== null &&
    record.removedAt === null &&
    may(memberWithRights(record, await settings.get()), 'read', { kind: 'conversation', conversation })
  );
}

function createWebhookSender(
  { baseUrl, signIn, webhookOrigins }: Settings,
  { settings }: Stores,
  { sealer, newId, nowMs }: Needs,
) {
  const targetOf = ({ url, sealedSecret }: StoredWebhook): WebhookTarget | null => {
    const secret = sealer().open(sealedSecret, webhookSecretSubject);
    return secret === null
      ? null
      : { url, secret, namedOrigins: webhookOrigins, allowsPrivate: signIn === null };
  };
  return {
    /** `null`: the team does not want it. */
    async bodyOf(notification: Notification, conversation: Conversation): Promise<string | null> {
      const { webhook } = await settings.get();
      return webhook?.kinds.includes(notification.kind)
        ? webhookBody(notification, conversation, { withText: webhook.withText, baseUrl })
        : null;
    },
    async attempt(webhook: StoredWebhook, body: string): Promise<WebhookAttempt> {
      const at = new Date(nowMs()).toISOString();
      const target = targetOf(webhook);
      const last =
        target === null
          ? { at, status: null, error: 'Its secret was sealed with another key. Make a new one.' }
          : await sendToWebhook(target, { id: newId('dlv'), body }, nowMs());
      await settings.change({ webhookLast: last });
      return last;
    },
    async deliver({ id, body }: Delivery, signal: AbortSignal): Promise<boolean> {
      const { webhook } = await settings.get();
      const target = webhook ? targetOf(webhook) : null;
      // Nobody wants it any more, or nobody could check it.
      if (target === null) return true;
      const last = await sendToWebhook(target, { id, body }, nowMs(), signal);
      if (signal.aborted && last.error !== null) return false;
      await settings.change({ webhookLast: last });
      // 410: it says itself that it is gone for good.
      return last.error === null || last.status === 410;
    },
  };
}

function createPushSender(
  { baseUrl, signIn, webhookOrigins }: Settings,
  { pushSubscriptions }: Stores,
  { sealer, nowMs }: Needs,
) {
  let made: Vapid | null = null;
  const vapid = (): Vapid => {
    made ??= createVapid(sealer(), baseUrl?.startsWith('https:') ? baseUrl : 'https://localhost');
    return made;
  };
  return {
    key: () => vapid().publicKey,
    async deliver({ body, push }: Delivery, signal: AbortSignal): Promise<boolean> {
      const { memberId = '', subscriptionId = '' } = push ?? {};
      const browsers = await pushSubscriptions.listOf(memberId);
      const browser = browsers.find(({ id }) => id === subscriptionId);
      if (!browser) return true;
      const rules = { vapid: vapid(), namedOrigins: webhookOrigins, allowsPrivate: signIn === null };
      const outcome = await sendPush(browser, body, rules, nowMs(), signal);
      if (outcome === 'gone') await pushSubscriptions.remove(memberId, subscriptionId);
      return outcome !== 'later';
    },
  };
}
