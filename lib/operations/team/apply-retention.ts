import { dayMs } from '#lib/core/algorithms/utc-days.ts';
import { limits } from '#lib/core/limits.ts';
import { compactionTool, companionsOf } from '#lib/core/vocabulary/artifact.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { auditedConversation } from '#lib/core/vocabulary/team/audited-conversation.ts';
import { formatRetention, retentionOf } from '#lib/core/vocabulary/team/retention.ts';
import type { Services } from '#lib/services.ts';
import { plural } from '#lib/split/plural.ts';
import { eventsOf } from '#lib/stores/events-of.ts';
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

/** Deletes what the team's policy no longer keeps, on one of several servers. What fails is tried again the next time. */
export async function applyRetention(services: Needed): Promise<void> {
  const { stores, nowMs } = services;
  const { conversationDays, keptDays, auditDays } = retentionOf(await stores.settings.get());
  if (conversationDays === null && keptDays === null && auditDays === null) return;
  const turnMs = limits.retentionIntervalMs / 2;
  if (!(await stores.leases.acquire(policy.id, services.newId('req'), turnMs))) return;
  const before = (days: number): string => new Date(nowMs() - days * dayMs).toISOString();
  if (conversationDays !== null)
    await deleteUnchanged(services, before(conversationDays), formatRetention(conversationDays));
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
 * Whether nobody has sent anything to a conversation since a moment (ISO 8601). The recorded example stays, and so does
 * what is worked on, or waits for somebody.
 * @param pending IDs of conversations with work
 */
export const isUnchangedSince = (
  moment: string,
  { id, updatedAt, recordedAt, waiting }: Conversation,
  pending: readonly string[],
): boolean => updatedAt < moment && recordedAt === undefined && waiting === null && !pending.includes(id);

async function deleteUnchanged(services: Needed, moment: string, days: string): Promise<void> {
  const { conversations, leases } = services.stores;
  const pending = await leases.listPending();
  const found = (await conversations.list()).filter((one) => isUnchangedSince(moment, one, pending));
  for (const { id } of found) {
    await orWarn(services, id, async () => {
      // Deleting those before it took its time, in which somebody may have come back to this one.
      const conversation = await conversations.get(id);
      if (conversation === null) return;
      if (!isUnchangedSince(moment, conversation, await leases.listPending())) return;
      if (await hasEventsSince(services, id, moment)) return;
      await removeConversation(services, id);
      const subject = auditedConversation(conversation);
      const detail = `not changed for ${days}`;
      await audit(services, noOrigin, 'conversation.deleted', policy, { subject, detail });
    });
  }
}

/** A decision, a new name or the end of a run changes a conversation too, which its record does not say. */
async function hasEventsSince({ stores }: Needed, id: string, moment: string): Promise<boolean> {
  for await (const { timestamp } of eventsOf(stores.events, id)) if (timestamp >= moment) return true;
  return false;
}

/** @returns how many results ended that were made before */
async function endKept(services: Needed, before: string): Promise<number> {
  const { artifacts, conversations, bulk } = services.stores;
  const examples = new Set(
    (await conversations.list()).flatMap(({ id, recordedAt }) => (recordedAt === undefined ? [] : [id])),
  );
  const old: string[] = [];
  // They end with what they belong to.
  const companions = new Set<string>();
  for await (const id of bulk.artifactIds()) {
    const record = isFrozenCopy(id) ? null : await artifacts.get(id);
    if (record === null || !record.isKept || record.metadata.state !== 'complete') continue;
    const { createdAt, origin, tool, conversationId } = record.metadata;
    for (const companion of companionsOf(record.metadata)) companions.add(companion);
    // What members attached, and what was compacted, lasts as long as its conversation.
    const isResult = origin !== 'member' && origin !== 'compaction' && tool !== compactionTool;
    if (createdAt < before && isResult && conversationId !== '' && !examples.has(conversationId))
      old.push(id);
  }
  let count = 0;
  for (const id of old.filter((one) => !companions.has(one))) {
    await orWarn(services, id, async () => {
      const record = await artifacts.get(id);
      if (record === null || !record.isKept) return;
      await endKeeping(services, policy, record);
      count += 1;
    });
  }
  return count;
}

/** One that fails leaves the others to be dealt with. */
async function orWarn({ log }: Needed, id: string, act: () => Promise<void>): Promise<void> {
  await act().catch((error: unknown) => log.warn({ err: error, id }, 'retention was not applied to this'));
}
