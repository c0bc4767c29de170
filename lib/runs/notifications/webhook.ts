import { createHmac } from 'node:crypto';
import { errorMessage } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Delivery } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { Notification } from '#lib/core/vocabulary/notifications/notification.ts';
import type { StoredWebhook, WebhookAttempt } from '#lib/core/vocabulary/notifications/webhook.ts';
import { createGuardedFetch } from '#lib/workspace/network/guarded-fetch.ts';

/** The prefix of a secret in the Standard Webhooks specification; the rest is base64. */
export const secretPrefix = 'whsec_';

/** Where requests may go, and what they are signed with. */
export interface WebhookTarget {
  url: string;
  /** With its prefix. */
  secret: string;
  /** Origins at private addresses that the operator named. */
  namedOrigins: readonly string[];
  /** In local mode the one member chooses. */
  allowsPrivate: boolean;
}

/**
 * What is sent of a notification. Without leave it names people and places, and nothing that was written; of a private conversation
 * it never does more.
 */
export function webhookBody(
  { kind, timestamp, to, by, outcome, text, messageId }: Notification,
  { id, title, audience }: Pick<Conversation, 'id' | 'title' | 'audience'>,
  { withText, baseUrl }: Pick<StoredWebhook, 'withText'> & { baseUrl: string | null },
): string {
  const url = `${baseUrl ?? ''}/c/${id}${messageId === null ? '' : `#${messageId}`}`;
  const words = withText && audience === 'team' ? { title, ...(text === '' ? {} : { text }) } : {};
  return JSON.stringify({
    type: kind,
    timestamp,
    data: {
      conversation: { id, url },
      to,
      ...(by === null ? {} : { by }),
      ...(outcome === null ? {} : { outcome }),
      ...words,
    },
  });
}

/** A body as it is without leave to send what was written. */
export function withoutWords(body: string): string {
  const { data, ...rest } = JSON.parse(body) as { data: Record<string, unknown> };
  const { title: _title, text: _text, ...others } = data;
  return JSON.stringify({ ...rest, data: others });
}

/** Standard Webhooks: the ID, the time and the body, so that none of them can be changed or sent again much later. */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Sends a delivery once. A redirect is a failure: it could lead anywhere. */
export async function sendToWebhook(
  { url, secret, namedOrigins, allowsPrivate }: WebhookTarget,
  { id, body }: Pick<Delivery, 'id' | 'body'>,
  nowMs: number,
  ending?: AbortSignal,
): Promise<WebhookAttempt> {
  const at = new Date(nowMs).toISOString();
  const seconds = Math.floor(nowMs / 1_000);
  const send = createGuardedFetch({
    ...{ serverUrl: url, isNamed: false, headers: {}, namedOrigins, allowsPrivate },
  });
  try {
    const response = await send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'vitrine',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, id, seconds, body),
      },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(limits.webhookMs), ...(ending ? [ending] : [])]),
    });
    // What it says besides is of no use here, however long it is.
    await response.body?.cancel();
    const { status, ok } = response;
    return { at, status, error: ok ? null : `It answered ${status}.` };
  } catch (error) {
    return { at, status: null, error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `It did not answer within ${limits.webhookMs / 1_000} seconds.`;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return `It could not be reached: ${errorMessage(cause)}.`;
}
