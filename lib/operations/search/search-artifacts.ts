import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { searchWords } from '#lib/core/vocabulary/search/search-terms.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { listAmong, requireConversation } from '../access.ts';

/** An artifact, and the conversation that it is in. */
export interface ListedArtifact {
  metadata: ArtifactMetadata;
  conversation: Pick<Conversation, 'id' | 'title'>;
}

interface Wanted {
  /** Words of its title or of the call that made it, in any order; empty: all. */
  query: string;
  /** `null`: in all that they may read. */
  conversationId: string | null;
  limit: number;
}

/**
 * Searches the artifacts that a member may read by what is written on their cards, not by their content, the latest
 * first.
 * @throws VitrineError `not_found` for a conversation that they may not read
 */
export async function searchArtifacts(
  { stores, searchIndexer }: Pick<Services, 'stores' | 'searchIndexer'>,
  member: Member,
  { query, conversationId, limit }: Wanted,
): Promise<{ artifacts: ListedArtifact[]; isCut: boolean }> {
  if (conversationId !== null) await requireConversation({ stores }, member, conversationId);
  const isUpToDate = await searchIndexer.upToDate();
  const facets = ['kind:artifact', ...(conversationId === null ? [] : [`in:${conversationId}`])];
  const { found, isCut } = await stores.search.search({
    ...{ words: searchWords(query), facets, memberId: member.id },
    ...{ before: null, limit: Math.min(limit + 1, limits.searchFound) },
  });
  const wanted = found.slice(0, limit).map(({ document }) => document);
  const listed = await listAmong({ stores }, member, new Set(wanted.map((one) => one.conversationId)));
  const conversations = new Map(listed.map((conversation) => [conversation.id, conversation]));
  const artifacts: ListedArtifact[] = [];
  for (const { id, conversationId: inside } of wanted) {
    const conversation = conversations.get(inside);
    const record = conversation ? await stores.artifacts.get(id) : null;
    if (conversation && record) artifacts.push({ metadata: record.metadata, conversation });
  }
  return { artifacts, isCut: isCut || found.length > limit || !isUpToDate };
}
