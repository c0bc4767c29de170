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
import { readDocuments } from './read-documents.ts';
import { readerOf } from './reader-of.ts';

/** An artifact, and the conversation that it is in. */
export interface ListedArtifact {
  metadata: ArtifactMetadata;
  isKept: boolean;
  conversation: Pick<Conversation, 'id' | 'title'>;
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
  /** The largest first, of the latest that are read for it; otherwise the latest first. */
  isLargestFirst?: boolean;
  /** Where the page before it ended; `null`: from the first on. */
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
 * Searches the artifacts that a member may read by what is written on their cards, not by their content.
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
  const find = wanted.isLargestFirst ? findLargest : findPage;
  const { documents, next } = await find(stores, member, wanted);
  const listed = await listAmong({ stores }, member, new Set(documents.map((one) => one.conversationId)));
  const conversations = new Map(listed.map((conversation) => [conversation.id, conversation]));
  const records = await Promise.all(documents.map(({ id }) => stores.artifacts.get(id)));
  const artifacts = documents.slice(0, limit).flatMap((document, at): ListedArtifact[] => {
    const [conversation, record] = [conversations.get(document.conversationId), records[at]];
    return conversation && record ? [{ metadata: record.metadata, isKept: record.isKept, conversation }] : [];
  });
  return { artifacts, next, isCut: next !== null || !isUpToDate, isUpToDate };
}

interface Page {
  documents: SearchDocument[];
  /** Where the next page begins; `null`: there is none. */
  next: number | null;
}

/** As many as are wanted; of those that only the caller can tell apart, some pages of the index are read for them. */
async function findPage(stores: Services['stores'], member: Member, wanted: WantedArtifacts): Promise<Page> {
  const { isWanted = null, limit } = wanted;
  const conditions = { ...conditionsOf(wanted), ...readerOf(member) };
  const found: FoundDocument[] = [];
  const pageOf = (next: number | null): Page => ({ documents: found.map(({ document }) => document), next });
  let before = wanted.before ?? null;
  for (let page = 0; page < limits.searchPages; page += 1) {
    const count = isWanted === null ? Math.min(limit + 1, limits.searchFound) : limits.searchFound;
    const answer = await stores.search.search({ ...conditions, before, limit: count });
    for (const one of answer.found) {
      if (isWanted !== null && !isWanted(one.document)) continue;
      if (found.length === limit) return pageOf(found.at(-1)?.number ?? null);
      found.push(one);
    }
    before = answer.found.at(-1)?.number ?? before;
    // Where the index gave up without a find, no later page begins: it would be this one again.
    const isFurther = before !== (wanted.before ?? null);
    if (answer.found.length < count) return pageOf(answer.isCut && isFurther ? before : null);
  }
  return pageOf(before);
}

/** A page is a part of all of them, in their order: the next one begins at an offset. */
async function findLargest(
  stores: Services['stores'],
  member: Member,
  wanted: WantedArtifacts,
): Promise<Page> {
  const { isWanted = null, limit } = wanted;
  const { documents } = await readDocuments(stores, member, conditionsOf(wanted));
  const all = documents.filter((document) => isWanted === null || isWanted(document));
  const readLength = async (id: string) => (await stores.artifacts.get(id))?.metadata.byteLength ?? 0;
  const sized = await Promise.all(
    all.map(async (document) => ({
      document,
      bytes: document.byteLength ?? (await readLength(document.id)),
    })),
  );
  const sorted = sized.sort((one, other) => other.bytes - one.bytes).map(({ document }) => document);
  const start = wanted.before ?? 0;
  const end = start + limit;
  return { documents: sorted.slice(start, end), next: end < sorted.length ? end : null };
}

/** What the index compares. */
export const conditionsOf = (wanted: WantedArtifacts) => ({
  words: searchWords(wanted.query),
  facets: facetsOf(wanted),
  isKept: wanted.isKept ?? false,
});

const facetsOf = ({ conversationId, type, by, tool }: WantedArtifacts): string[] => [
  'kind:artifact',
  ...(conversationId === null ? [] : [`in:${conversationId}`]),
  ...(type ? [`type:${type}`] : []),
  ...(by ? [`by:${by}`] : []),
  ...(tool ? [`tool:${tool}`] : []),
];
