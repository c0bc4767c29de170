import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { RunOutcome } from '#lib/core/vocabulary/events.ts';
import type { Notification } from '#lib/core/vocabulary/notifications/notification.ts';
import type { PushMessage } from '#lib/core/vocabulary/notifications/push-message.ts';
import type { PushSubscription } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import { createGuardedFetch } from '#lib/workspace/network/guarded-fetch.ts';
import { encryptPush } from './encrypt-push.ts';
import type { Vapid } from './vapid.ts';

const runOutcomes: Readonly<Record<string, string>> = {
  completed: 'Your run is done',
  failed: 'Your run failed',
  aborted: 'Your run was stopped',
  interrupted: 'Your run was interrupted',
  step_limit: 'Your run has used all its steps',
  budget: 'Your run has reached a budget',
} satisfies Record<RunOutcome, string>;

/** What a browser shows of a notification. Without leave it shows nothing that was written. */
export function pushMessageOf(
  { kind, messageId, by, outcome, text }: Notification,
  { id, title }: Pick<Conversation, 'id' | 'title'>,
  { withText }: { withText: boolean },
): PushMessage {
  const titles = {
    mention: `${by?.name ?? 'The agent'} mentioned you`,
    approval: 'A tool waits for your answer',
    run_ended: runOutcomes[outcome ?? ''] ?? 'Your run ended',
  };
  return {
    kind,
    title: titles[kind],
    body: withText ? [title, text].filter((part) => part !== '').join('\n') : '',
    path: `/c/${id}${messageId === null ? '' : `#${messageId}`}`,
  };
}

/**
 * How a push service answered. `gone`: the browser does not want more. `refused`: it will not take this message, or none of this
 * server; the browser may still want others.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later';

/** Sends a message to a browser once, by its push service. */
export async function sendPush(
  { endpoint, keys }: PushSubscription,
  body: string,
  {
    vapid,
    namedOrigins,
    allowsPrivate,
  }: { vapid: Vapid; namedOrigins: readonly string[]; allowsPrivate: boolean },
  nowMs: number,
  ending?: AbortSignal,
): Promise<{ outcome: PushOutcome; status: number | null }> {
  const send = createGuardedFetch({
    ...{ serverUrl: endpoint, isNamed: false, headers: {}, namedOrigins, allowsPrivate },
  });
  let encrypted: Uint8Array;
  try {
    encrypted = encryptPush(body, keys);
  } catch {
    // A key that no browser made.
    return { outcome: 'gone', status: null };
  }
  try {
    const response = await send(endpoint, {
      method: 'POST',
      headers: {
        authorization: await vapid.authorization(endpoint, nowMs),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(limits.pushStoredSeconds),
        urgency: 'high',
      },
      body: Buffer.from(encrypted),
      signal: AbortSignal.any([AbortSignal.timeout(limits.pushMs), ...(ending ? [ending] : [])]),
    });
    await response.body?.cancel();
    const { status } = response;
    return { outcome: outcomeOf(status), status };
  } catch {
    return { outcome: 'later', status: null };
  }
}

/** RFC 8030, section 5.3 and 7.3: 404 and 410 end a subscription; 429 and faults of the service pass. */
function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
