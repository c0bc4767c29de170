import type { ArtifactEntry, ArtifactList } from '#lib/core/api/artifact-list.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { readDocuments } from './read-documents.ts';
import {
  conditionsOf,
  type ListedArtifact,
  searchArtifacts,
  type WantedArtifacts,
} from './search-artifacts.ts';

/**
 * A page of the artifacts that a member may read, with what people know of each at a glance.
 * @throws VitrineError `not_found` for a conversation that they may not read
 */
export async function listArtifacts(
  services: Pick<Services, 'stores' | 'searchIndexer'>,
  member: Member,
  { isShared, isCounted = false, ...wanted }: WantedArtifacts & { isShared: boolean; isCounted?: boolean },
): Promise<ArtifactList> {
  // As on the page of shares: members know of their own, admins of all.
  const shares = (await services.stores.shares.list()).filter(
    ({ createdBy }) => createdBy.id === member.id || may(member, 'manage', { kind: 'team' }),
  );
  const shared = new Set(shares.map(({ artifactId }) => artifactId));
  const examples = wanted.conversationId === null ? await readExamples(services.stores) : new Set<string>();
  const filtered: WantedArtifacts = {
    ...wanted,
    isWanted: (document) =>
      (!isShared || shared.has(document.id)) &&
      !examples.has(document.conversationId) &&
      // What people attached stays with its conversation: nobody keeps it.
      (wanted.isKept !== true || !document.facets.includes('origin:member')),
  };
  const { artifacts, next, isUpToDate } = await searchArtifacts(services, member, filtered);
  const entries = artifacts.map((one) => entryOf(services.stores, one, shared.has(one.metadata.id)));
  const isFirst = isCounted && (wanted.before ?? null) === null;
  const total = isFirst && next !== null ? await countArtifacts(services.stores, member, filtered) : null;
  return {
    artifacts: await Promise.all(entries),
    next: next === null ? null : String(next),
    total: isFirst ? (total?.count ?? entries.length) : null,
    isCut: total?.isCut ?? false,
    isIncomplete: !isUpToDate,
  };
}

/** Conversations that are a recorded example, which is nobody's work. */
async function readExamples({ conversations }: Services['stores']): Promise<ReadonlySet<string>> {
  const examples = (await conversations.list()).filter(({ recordedAt }) => recordedAt !== undefined);
  return new Set(examples.map(({ id }) => id));
}

async function countArtifacts(
  stores: Services['stores'],
  member: Member,
  wanted: WantedArtifacts,
): Promise<{ count: number; isCut: boolean }> {
  const { documents, isCut } = await readDocuments(stores, member, conditionsOf(wanted));
  const counted = documents.filter((document) => wanted.isWanted?.(document) !== false);
  return { count: counted.length, isCut };
}

async function entryOf(
  { ledger }: Pick<Services['stores'], 'ledger'>,
  { metadata, isKept, conversation }: ListedArtifact,
  isShared: boolean,
): Promise<ArtifactEntry> {
  const { id, runId, toolCallId, type, form } = metadata;
  const entry = runId === null || toolCallId === null ? null : await ledger.get(`${runId}:${toolCallId}`);
  // A call that was run again has another result than the one that the model read.
  const call = entry?.kind === 'call' && entry.artifactId === id ? entry : null;
  const { title, tool, origin, author, createdAt, byteLength, lineCount } = metadata;
  const { dimensions, exitCode, state, expiresAt, conversationId } = metadata;
  return {
    ...{ artifactId: id, title, type: form ?? type, tool, origin, author, createdAt, byteLength, lineCount },
    ...{ dimensions, exitCode, state, expiresAt, conversationId, conversationTitle: conversation.title },
    ...{ isKept: isKept && origin !== 'member', isShared },
    fullTokens: call?.fullTokens ?? null,
    isEstimated: call?.isEstimated ?? false,
    sentTokens: call?.sentTokens ?? null,
  };
}
