import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { SearchDocument } from '#lib/core/vocabulary/search/search-document.ts';
import { searchWords } from '#lib/core/vocabulary/search/search-terms.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { FoundDocument } from '#lib/stores/stores.ts';
import { listAmong, requireConversation } from '../access.ts';
import { withoutClosed } from './without-closed.ts';

/** An artifact, and the conversation that it is in. */
export interface ListedArtifact {
  metadata: ArtifactMetadata;
  isKept: boolean;
  conversation: Pick<Conversation, 'id' | 'title' | 'recordedAt'>;
}

export interface WantedArtifacts {
  /** Words of its title or of the call that made it, in any order; empty: all. */
  query: string;
  /** `null`: in all that they may read. */
  conversationId: string | null;
  /** The kind of its content. */
  type?: ArtifactType | null;
  /** ID of the member for whom it was made. */
  by?: string | null;
  tool?: string | null;
  /** Only what somebody keeps. */
  isKept?: boolean;
  /** Only these, of those that the index finds. */
  isWanted?: ((document: SearchDocument) => boolean) | null;
  /** Where the page before it ended; `null`: from the latest on. */
  before?: number | null;
  limit: number;
}

export interface FoundArtifacts {
  artifacts: ListedArtifact[];
  /** Where the next page begins; `null`: there are no more. */
  next: number | null;
  /** There are more, or not everything is indexed yet. */
  isCut: boolean;
  isUpToDate: boolean;
}

/**
 * Searches the artifacts that a member may read by what is written on their cards, not by their content, the latest
 * first.
 * @throws VitrineError `not_found` for a conversation that they may not read
 */
export async function searchArtifacts(
  { stores, searchIndexer }: Pick<Services, 'stores' | 'searchIndexer'>,
  member: Member,
  wanted: WantedArtifacts,
): Promise<FoundArtifacts> {
  const { conversationId, limit } = wanted;
  if (conversationId !== null) await requireConversation({ stores }, member, conversationId);
  const isUpToDate = await searchIndexer.upToDate();
  const { found, next } = await findPage(stores, member, wanted);
  const documents = found.map(({ document }) => document);
  const listed = await listAmong({ stores }, member, new Set(documents.map((one) => one.conversationId)));
  const conversations = new Map(listed.map((conversation) => [conversation.id, conversation]));
  const records = await Promise.all(documents.map(({ id }) => stores.artifacts.get(id)));
  const artifacts = documents.slice(0, limit).flatMap((document, at): ListedArtifact[] => {
    const [conversation, record] = [conversations.get(document.conversationId), records[at]];
    return conversation && record ? [{ metadata: record.metadata, isKept: record.isKept, conversation }] : [];
  });
  return { artifacts, next, isCut: next !== null || !isUpToDate, isUpToDate };
}

/** As many as are wanted; of those that only the caller can tell apart, some pages of the index are read for them. */
async function findPage(
  stores: Services['stores'],
  member: Member,
  wanted: WantedArtifacts,
): Promise<{ found: FoundDocument[]; next: number | null }> {
  const { query, isKept = false, isWanted = null, limit } = wanted;
  const conditions = { words: searchWords(query), facets: facetsOf(wanted), memberId: member.id, isKept };
  const found: FoundDocument[] = [];
  let before = wanted.before ?? null;
  for (let page = 0; page < limits.searchPages; page += 1) {
    const count = isWanted === null ? Math.min(limit + 1, limits.searchFound) : limits.searchFound;
    const answer = await stores.search.search({ ...conditions, before, limit: count });
    for (const one of await withoutClosed(stores, member, answer.found)) {
      if (isWanted !== null && !isWanted(one.document)) continue;
      if (found.length === limit) return { found, next: found.at(-1)?.number ?? null };
      found.push(one);
    }
    before = answer.found.at(-1)?.number ?? before;
    // Where the index gave up without a find, no later page begins: it would be this one again.
    const isFurther = before !== (wanted.before ?? null);
    if (answer.found.length < count) return { found, next: answer.isCut && isFurther ? before : null };
  }
  return { found, next: before };
}

const facetsOf = ({ conversationId, type, by, tool }: WantedArtifacts): string[] => [
  'kind:artifact',
  ...(conversationId === null ? [] : [`in:${conversationId}`]),
  ...(type ? [`type:${type}`] : []),
  ...(by ? [`by:${by}`] : []),
  ...(tool ? [`tool:${tool}`] : []),
];
