import { foldCase } from '#lib/core/algorithms/text/fold-case.ts';
import type { ConversationSearch } from '#lib/core/api/conversation-search.ts';
import { limits } from '#lib/core/limits.ts';
import type { SearchDocument, SearchKind } from '#lib/core/vocabulary/search/search-document.ts';
import { searchWords } from '#lib/core/vocabulary/search/search-terms.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { SearchStore } from '#lib/stores/stores.ts';
import { listAmong } from '../access.ts';

const before = 40;
const after = 100;

/**
 * Searches the conversations a member may read: titles, and messages of people and the agent, the latest first. A
 * match contains every word of the query somewhere.
 */
export async function searchConversations(
  { stores, searchIndexer }: Pick<Services, 'stores' | 'searchIndexer'>,
  member: Member,
  query: string,
): Promise<ConversationSearch> {
  await searchIndexer.upToDate();
  // The agent's text is found as people read it, without these.
  const words = searchWords(query.replaceAll('`', ' '));
  const find = (kind: SearchKind, before: number | null) =>
    stores.search.search({
      ...{ words, facets: [`kind:${kind}`], memberId: member.id },
      ...{ before, limit: limits.searchFound },
    });
  const [titles, messages] = await Promise.all([
    find('conversation', null),
    findAcross((before) => find('message', before)),
  ]);
  const titled = new Set(titles.found.map(({ document }) => document.conversationId));
  const ids = new Set([...titled, ...messages.documents.map(({ conversationId }) => conversationId)]);
  const listed = await listAmong({ stores }, member, ids);
  const readable = new Set(listed.map(({ id }) => id));
  return {
    conversations: listed.filter(({ id }) => titled.has(id)),
    hits: messages.documents
      .filter(({ conversationId }) => readable.has(conversationId))
      .map(({ id, conversationId, text }) => ({
        conversationId,
        messageId: id,
        excerpt: excerptOf(text, words),
      })),
    isCut:
      messages.isCut ||
      titles.isCut ||
      titles.found.length === limits.searchFound ||
      searchIndexer.isCatchingUp(),
  };
}

/** A few documents of each conversation: one that has many hides no others. `isCut`: there are more. */
async function findAcross(
  find: (before: number | null) => ReturnType<SearchStore['search']>,
): Promise<{ documents: SearchDocument[]; isCut: boolean }> {
  const counts = new Map<string, number>();
  const documents: SearchDocument[] = [];
  let isCut = false;
  let before: number | null = null;
  for (let page = 1; page <= limits.searchPages; page += 1) {
    const { found, isCut: isGivenUp }: Awaited<ReturnType<typeof find>> = await find(before);
    isCut ||= isGivenUp;
    for (const { document } of found) {
      const count = (counts.get(document.conversationId) ?? 0) + 1;
      counts.set(document.conversationId, count);
      if (count <= limits.hitsPerConversation) documents.push(document);
      else isCut = true;
    }
    before = found.at(-1)?.number ?? null;
    if (found.length < limits.searchFound || documents.length >= limits.searchFound) break;
    isCut ||= page === limits.searchPages;
  }
  return { documents: documents.slice(0, limits.searchFound), isCut };
}

/** Where all words are together, if they are, or the first one is. */
function excerptOf(text: string, words: readonly string[]): string {
  const folded = foldCase(text);
  const [first = ''] = words;
  const together = folded.indexOf(words.join(' '));
  const index = Math.max(0, together === -1 ? folded.indexOf(first) : together);
  return excerptAt(text, index, together === -1 ? first.length : words.join(' ').length);
}

function excerptAt(text: string, index: number, length: number): string {
  const start = Math.max(0, index - before);
  const end = Math.min(text.length, index + length + after);
  // Half a surrogate pair at either end becomes a replacement character, which is removed.
  const part = text
    .slice(start, end)
    .toWellFormed()
    .replace(/^\ufffd|\ufffd$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}
