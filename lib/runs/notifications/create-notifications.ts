import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Delivery } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { Notification } from '#lib/core/vocabulary/notifications/notification.ts';
import type { PushMessage } from '#lib/core/vocabulary/notifications/push-message.ts';
import type { StoredWebhook, WebhookAttempt } from '#lib/core/vocabulary/notifications/webhook.ts';
import type { DeliveryStore, Stores } from '#lib/stores/stores.ts';
import type { ReadState } from '../state-reader.ts';
import { createPushSender, type PushSender } from './create-push-sender.ts';
import { createWebhookSender } from './create-webhook-sender.ts';
import { createDeliveryWorker, type DeliveryWorker } from './delivery-worker.ts';
import type { NotificationConfig, NotificationNeeds } from './notification-needs.ts';
import { createNotifier, type Notifier } from './notifier.ts';

/** Tells people who are not looking. */
export interface Notifications extends Pick<Notifier, 'followed'> {
  /** Sends what earlier processes have left. */
  start(): void;
  /** Sends something to the webhook once, now. */
  tryWebhook(webhook: StoredWebhook, body: string): Promise<WebhookAttempt>;
  /** With which browsers subscribe. */
  pushKey(): string;
  /** Sends a message to each browser of a member once, now. */
  tryPush(memberId: string, message: PushMessage): ReturnType<PushSender['test']>;
  close(): Promise<void>;
}

export function createNotifications(
  config: NotificationConfig,
  stores: Stores,
  readState: ReadState,
  needs: NotificationNeeds,
): Notifications {
  const { newId, nowMs, onError, localMember } = needs;
  const webhook = createWebhookSender(config, stores, needs);
  const push = createPushSender(config, stores, needs);
  const toWebhook = createDeliveryWorker(stores.deliveries, webhook.deliver, { nowMs, onError });
  const toBrowsers = createDeliveryWorker(stores.pushDeliveries, push.deliver, { nowMs, onError });
  const enqueue = async (
    queue: DeliveryStore,
    worker: DeliveryWorker,
    content: Pick<Delivery, 'body' | 'push' | 'webhook'>,
  ): Promise<void> => {
    const delivery = { ...content, id: newId('dlv'), attempts: 0, dueMs: nowMs() };
    if (!(await queue.add(delivery)))
      throw new Error('a notification was dropped: too many wait to be delivered');
    worker.wake();
  };
  const notifyWebhook = async (notification: Notification, conversation: Conversation): Promise<void> => {
    const body = await webhook.bodyOf(notification, conversation);
    const { kind, conversationId } = notification;
    if (body !== null)
      await enqueue(stores.deliveries, toWebhook, { body, webhook: { kind, conversationId } });
  };
  const notifyMember = (memberId: string, notification: Notification, conversation: Conversation) =>
    push.notify(memberId, notification, conversation, (content) =>
      enqueue(stores.pushDeliveries, toBrowsers, content),
    );
  const notifier = createNotifier(stores, readState, {
    isWanted: async () =>
      Boolean((await stores.settings.get()).webhook) || (await stores.pushSubscriptions.hasAny()),
    async listAdmins() {
      if (config.signIn === null) return [localMember];
      return (await stores.members.list()).filter(({ role, removedAt }) => role === 'admin' && !removedAt);
    },
    // What fails for one keeps nobody else from it.
    async notify(notification, conversation) {
      await Promise.all([
        notifyWebhook(notification, conversation).catch(onError),
        ...notification.to.map(({ id }) => notifyMember(id, notification, conversation).catch(onError)),
      ]);
    },
    onError,
  });
  return {
    followed: notifier.followed,
    start() {
      toWebhook.wake();
      toBrowsers.wake();
    },
    tryWebhook: webhook.attempt,
    pushKey: push.key,
    tryPush: push.test,
    async close() {
      await notifier.settled();
      await Promise.all([toWebhook.close(), toBrowsers.close()]);
    },
  };
}
