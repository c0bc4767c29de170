import { randomBytes } from 'node:crypto';
import { notFound } from '#lib/core/errors.ts';
import {
  type WebhookAttempt,
  type WebhookSettings,
  type WebhookView,
  webhookSecretSubject,
} from '#lib/core/vocabulary/notifications/webhook.ts';
import { secretPrefix } from '#lib/runs/notifications/webhook.ts';
import type { Services } from '#lib/services.ts';
import { audit } from '../audit-log.ts';
import { checkOutgoingAddress } from '../check-outgoing-address.ts';
import type { MemberCall } from '../member-call.ts';

/** `null`: there is none. */
export async function readWebhook({ stores }: Pick<Services, 'stores'>): Promise<WebhookView | null> {
  const { webhook, webhookLast = null } = await stores.settings.get();
  if (!webhook) return null;
  const { sealedSecret: _, ...shown } = webhook;
  return { ...shown, last: webhookLast };
}

/**
 * Sets where the team's notifications are sent, and which.
 * @returns the secret that signs them, if it is new: it is never shown again
 * @throws VitrineError `invalid_request` for an address that is never asked
 */
export async function putWebhook(
  { services, origin, member }: MemberCall,
  { newSecret = false, ...settings }: WebhookSettings & { newSecret?: boolean | undefined },
): Promise<string | null> {
  const { stores, sealer, nowMs } = services;
  checkOutgoingAddress(services.config, settings.url, 'webhookOrigins');
  const { webhook: before } = await stores.settings.get();
  const isSame = before?.url === settings.url && !newSecret;
  const secret = isSame ? null : `${secretPrefix}${randomBytes(32).toString('base64')}`;
  const sealedSecret =
    secret === null ? (before?.sealedSecret ?? '') : sealer().seal(secret, webhookSecretSubject);
  const by = { id: member.id, name: member.name };
  const changedAt = new Date(nowMs()).toISOString();
  await stores.settings.change({
    webhook: { ...settings, sealedSecret, by, changedAt },
    ...(isSame ? {} : { webhookLast: null }),
  });
  const what = settings.withText ? 'with text' : 'without text';
  const detail = `${new URL(settings.url).origin}, ${settings.kinds.join(', ')}, ${what}`;
  await audit(services, origin, 'webhook.changed', member, { detail });
  return secret;
}

/** @throws VitrineError `not_found` */
export async function removeWebhook({ services, origin, member }: MemberCall): Promise<void> {
  const { settings } = services.stores;
  const { webhook } = await settings.get();
  if (!webhook) throw notFound();
  await settings.change({ webhook: null, webhookLast: null });
  await audit(services, origin, 'webhook.changed', member, { detail: 'removed' });
}

/**
 * Sends a message that says that it is a test, once.
 * @throws VitrineError `not_found`
 */
export async function testWebhook({ services, member }: MemberCall): Promise<WebhookAttempt> {
  const { webhook } = await services.stores.settings.get();
  if (!webhook) throw notFound();
  const timestamp = new Date(services.nowMs()).toISOString();
  const data = { by: { id: member.id, name: member.name } };
  return await services.notifications.tryWebhook(webhook, JSON.stringify({ type: 'test', timestamp, data }));
}
