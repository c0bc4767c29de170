import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Delivery } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { Notification } from '#lib/core/vocabulary/notifications/notification.ts';
import {
  type StoredWebhook,
  type WebhookAttempt,
  webhookSecretSubject,
} from '#lib/core/vocabulary/notifications/webhook.ts';
import type { ChosenSettings } from '#lib/core/vocabulary/team/team-settings.ts';
import { accessOf } from '#lib/core/vocabulary/team/workspace-access.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { NotificationConfig, NotificationNeeds } from './notification-needs.ts';
import { sendToWebhook, type WebhookTarget, webhookBody, withoutWords } from './webhook.ts';

/** Sends to the webhook of the team. */
export interface WebhookSender {
  /** What is sent of a notification; `null`: the team does not want it. */
  bodyOf(notification: Notification, conversation: Conversation): Promise<string | null>;
  /** Sends something once, now. */
  attempt(webhook: StoredWebhook, body: string): Promise<WebhookAttempt>;
  /** Resolves to whether the delivery is done with. */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<boolean>;
}

/** Whoever reads the webhook may be anybody of the team. */
const maySendText = (webhook: StoredWebhook, chosen: ChosenSettings, conversation: Conversation): boolean =>
  webhook.withText &&
  conversation.audience === 'team' &&
  accessOf(chosen, conversation.workspace).use === null;

export function createWebhookSender(
  { baseUrl, signIn, webhookOrigins }: NotificationConfig,
  { settings, conversations }: Pick<Stores, 'settings' | 'conversations'>,
  { sealer, newId, nowMs }: NotificationNeeds,
): WebhookSender {
  const targetOf = ({ url, sealedSecret }: StoredWebhook): WebhookTarget | null => {
    const secret = sealer().open(sealedSecret, webhookSecretSubject);
    return secret === null
      ? null
      : { url, secret, namedOrigins: webhookOrigins, allowsPrivate: signIn === null };
  };
  return {
    async bodyOf(notification, conversation) {
      const chosen = await settings.get();
      const { webhook } = chosen;
      if (!webhook?.kinds.includes(notification.kind)) return null;
      const withText = maySendText(webhook, chosen, conversation);
      return webhookBody(notification, conversation, { withText, baseUrl });
    },
    async attempt(webhook, body) {
      const at = new Date(nowMs()).toISOString();
      const target = targetOf(webhook);
      const last =
        target === null
          ? { at, status: null, error: 'Its secret was sealed with another key. Make a new one.' }
          : await sendToWebhook(target, { id: newId('dlv'), body }, nowMs());
      await settings.change({ webhookLast: last });
      return last;
    },
    async deliver({ id, body, webhook: about }, signal) {
      const chosen = await settings.get();
      const { webhook } = chosen;
      const conversation = about ? await conversations.get(about.conversationId) : null;
      const target = webhook ? targetOf(webhook) : null;
      // Nobody wants it any more, or nobody could check it.
      if (!webhook || target === null) return true;
      if (about && (conversation === null || !webhook.kinds.includes(about.kind))) return true;
      // Leave may have been taken back while it waited; an earlier version did not say what it is about.
      const mayHaveText = conversation !== null && maySendText(webhook, chosen, conversation);
      const sent = mayHaveText ? body : withoutWords(body);
      const last = await sendToWebhook(target, { id, body: sent }, nowMs(), signal);
      if (signal.aborted && last.error !== null) return false;
      await settings.change({ webhookLast: last });
      // 410: it says itself that it is gone for good.
      return last.error === null || last.status === 410;
    },
  };
}
