import type { Config } from '#lib/config.ts';
import type { IdPrefix } from '#lib/core/vocabulary/ids.ts';
import type { StoredWebhook, WebhookAttempt } from '#lib/core/vocabulary/notifications/webhook.ts';
import { webhookSecretSubject } from '#lib/core/vocabulary/notifications/webhook.ts';
import type { Sealer } from '#lib/stores/sealer.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { ReadState } from '../state-reader.ts';
import { createDeliveryWorker, type DeliveryWorker } from './delivery-worker.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { sendToWebhook, type WebhookTarget, webhookBody } from './webhook.ts';

/** Tells people who are not looking. */
export interface Notifications extends Pick<Notifier, 'followed'> {
  /** Sends what earlier processes have left. */
  start(): void;
  /** Sends something to the webhook once, now. */
  tryWebhook(webhook: StoredWebhook, body: string): Promise<WebhookAttempt>;
  close(): Promise<void>;
}

interface Needs {
  sealer(): Sealer;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  onError(error: unknown): void;
}

export function createNotifications(
  { baseUrl, signIn, webhookOrigins }: Pick<Config, 'baseUrl' | 'signIn' | 'webhookOrigins'>,
  stores: Stores,
  readState: ReadState,
  { sealer, newId, nowMs, onError }: Needs,
): Notifications {
  const { deliveries, settings } = stores;
  const targetOf = ({ url, sealedSecret }: StoredWebhook): WebhookTarget | null => {
    const secret = sealer().open(sealedSecret, webhookSecretSubject);
    return secret === null
      ? null
      : { url, secret, namedOrigins: webhookOrigins, allowsPrivate: signIn === null };
  };
  const tryWebhook: Notifications['tryWebhook'] = async (webhook, body) => {
    const at = new Date(nowMs()).toISOString();
    const target = targetOf(webhook);
    const last =
      target === null
        ? { at, status: null, error: 'Its secret was sealed with another key. Make a new one.' }
        : await sendToWebhook(target, { id: newId('dlv'), body }, nowMs());
    await settings.change({ webhookLast: last });
    return last;
  };
  const worker: DeliveryWorker = createDeliveryWorker(
    deliveries,
    async ({ id, body }, signal) => {
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
    { nowMs, onError },
  );
  const notifier = createNotifier(stores, readState, {
    isWanted: async () => Boolean((await settings.get()).webhook),
    async notify(notification, conversation) {
      const { webhook } = await settings.get();
      if (!webhook?.kinds.includes(notification.kind)) return;
      const body = webhookBody(notification, conversation, { withText: webhook.withText, baseUrl });
      const isAdded = await deliveries.add({ id: newId('dlv'), attempts: 0, dueMs: nowMs(), body });
      if (!isAdded) throw new Error('a notification was dropped: too many wait for the webhook');
      worker.wake();
    },
    onError,
  });
  return {
    followed: notifier.followed,
    start: worker.wake,
    tryWebhook,
    async close() {
      await notifier.settled();
      await worker.close();
    },
  };
}
