import { dayMs } from '#lib/core/algorithms/utc-days.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import { formatRetention, retentionOf } from '#lib/core/vocabulary/team/retention.ts';
import type { Services } from '#lib/services.ts';
import { plural } from '#lib/split/plural.ts';
import { isFrozenCopy } from '#lib/stores/is-frozen-copy.ts';
import { endKeeping } from '../artifacts/keep-artifact.ts';
import { audit } from '../audit-log.ts';
import { removeConversation } from '../conversations/delete-conversation.ts';

type Needed = Pick<
  Services,
  'stores' | 'nowMs' | 'newId' | 'clientCalls' | 'runner' | 'worktrees' | 'log' | 'readLifetime'
>;

/** Who it was, in the audit log and in conversations. */
const policy = { id: 'retention', name: 'Retention' };
const noOrigin = { address: null };

/** Deletes what the team's policy no longer keeps. Of several servers one does it, once an hour. */
export async function applyRetention(services: Needed): Promise<void> {
  const { stores, nowMs } = services;
  const { conversationDays, keptDays, auditDays } = retentionOf(await stores.settings.get());
  if (conversationDays === null && keptDays === null && auditDays === null) return;
  const turnMs = limits.retentionIntervalMs / 2;
  if (!(await stores.leases.acquire(policy.id, services.newId('req'), turnMs))) return;
  const before = (days: number): string => new Date(nowMs() - days * dayMs).toISOString();
  if (conversationDays !== null) {
    const conversations = await stores.conversations.list();
    const pending = await stores.leases.listPending();
    for (const conversation of unchangedSince(before(conversationDays), conversations, pending)) {
      await removeConversation(services, conversation.id);
      const subject = auditedConversation(conversation);
      const detail = `not changed for ${formatRetention(conversationDays)}`;
      await audit(services, noOrigin, 'conversation.deleted', policy, { subject, detail });
    }
  }
  const ended = keptDays === null ? 0 : await endKept(services, before(keptDays));
  const dropped = auditDays === null ? 0 : await stores.audit.deleteBefore(before(auditDays));
  const parts = [
    ...(ended === 0 ? [] : [plural(ended, 'kept result')]),
    ...(dropped === 0 ? [] : [`${plural(dropped, 'entry', 'entries')} of this log`]),
  ];
  if (parts.length === 0) return;
  await audit(services, noOrigin, 'retention.applied', policy, { detail: `deleted: ${parts.join(', ')}` });
}

/**
 * Conversations that nobody has changed since a moment (ISO 8601). The recorded example stays, and what is worked on.
 * @param pending IDs of conversations with work
 */
export const unchangedSince = (
  moment: string,
  conversations: readonly Conversation[],
  pending: readonly string[],
): Conversation[] =>
  conversations.filter(
    ({ id, updatedAt, recordedAt }) =>
      updatedAt < moment && recordedAt === undefined && !pending.includes(id),
  );

/** @returns how many results end that were made before */
async function endKept(services: Needed, before: string): Promise<number> {
  const { artifacts, conversations, bulk } = services.stores;
  const examples = new Set(
    (await conversations.list()).flatMap(({ id, recordedAt }) => (recordedAt === undefined ? [] : [id])),
  );
  let count = 0;
  for await (const id of bulk.artifactIds()) {
    if (isFrozenCopy(id)) continue;
    const record = await artifacts.get(id);
    if (record === null || !record.isKept || record.metadata.state !== 'complete') continue;
    const { createdAt, origin, conversationId } = record.metadata;
    // What members gave, and what the model was compacted to, last as long as their conversation.
    const isResult = origin !== 'member' && origin !== 'compaction';
    if (createdAt >= before || !isResult || conversationId === '' || examples.has(conversationId)) continue;
    await endKeeping(services, policy, record);
    count += 1;
  }
  return count;
}
