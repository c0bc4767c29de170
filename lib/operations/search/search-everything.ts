import type { FoundKind, SearchResults } from '#lib/core/api/search-results.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { SearchDocument, SearchKind } from '#lib/core/vocabulary/search/search-document.ts';
import { isMatch, searchWords } from '#lib/core/vocabulary/search/search-terms.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { DocumentQuery, SearchStore } from '#lib/stores/stores.ts';
import { isActive } from '#lib/team/members.ts';
import { listAmong } from '../access.ts';
import { excerptOf } from './excerpt.ts';
import { rankOf } from './rank.ts';
import { readerOf } from './reader-of.ts';

interface Wanted {
  query: string;
  /** `null`: a few of each. */
  kind: FoundKind | null;
  /** Only messages and artifacts of this member, or of the agent (`agent`); `null`: of all. */
  by: string | null;
}

/**
 * Searches everything that a member may read: titles of conversations, messages of people and the agent,
 * artifacts by what is written on their cards, and people. A match contains every word of the query somewhere.
 */
export async function searchEverything(
  { stores, searchIndexer }: Pick<Services, 'stores' | 'searchIndexer'>,
  member: Member,
  { query, kind, by }: Wanted,
): Promise<SearchResults> {
  const isUpToDate = await searchIndexer.upToDate();
  const words = searchWords(query);
  if (words.length === 0 && query.trim() !== '') return noResults;
  const isBySomebody = (one: FoundKind) => one === 'message' || one === 'artifact';
  const isWanted = (one: FoundKind) => (kind === null || kind === one) && (by === null || isBySomebody(one));
  const find = async (one: SearchKind): Promise<Found> =>
    isWanted(one)
      ? await findAcross(stores, {
          ...{ words, ...readerOf(member) },
          facets: [`kind:${one}`, ...(by === null ? [] : [`by:${by}`])],
          perConversation: kind === null ? limits.hitsPerConversation : Number.POSITIVE_INFINITY,
        })
      : nothing;
  const [titles, messages, artifacts] = await Promise.all([
    find('conversation'),
    find('message'),
    find('artifact'),
  ]);
  const people = isWanted('person') ? await findPeople(stores, words) : [];
  const all = [titles, messages, artifacts];
  const count = kind === null ? limits.resultsOfEach : limits.resultsOfOne;
  const best = all.map(({ documents }) => bestOf(documents, words).slice(0, count));
  const listed = await listAmong(
    { stores },
    member,
    new Set(best.flat().map(({ conversationId }) => conversationId)),
  );
  const conversations = new Map(listed.map((conversation) => [conversation.id, conversation]));
  const [bestTitles = [], bestMessages = [], bestArtifacts = []] = best.map((documents) =>
    documents.flatMap((document): Placed[] => {
      const conversation = conversations.get(document.conversationId);
      return conversation ? [{ document, conversation }] : [];
    }),
  );
  return {
    conversations: bestTitles.map(({ conversation: { id, title, updatedAt, audience } }) => ({
      ...{ id, title, updatedAt },
      isPrivate: audience !== 'team',
    })),
    messages: bestMessages.map(({ document: { id, by: author, timestamp, text }, conversation }) => ({
      ...{ messageId: id, by: author, timestamp, excerpt: excerptOf(text, words) },
      ...{ conversationId: conversation.id, conversationTitle: conversation.title },
    })),
    artifacts: await readArtifacts(stores, bestArtifacts),
    people: people.slice(0, count),
    total: all.reduce((sum, { documents }) => sum + documents.length, people.length),
    isCut: all.some(({ isCut }) => isCut) || !isUpToDate,
  };
}

const noResults: SearchResults = {
  ...{ conversations: [], messages: [], artifacts: [], people: [] },
  ...{ total: 0, isCut: false },
};

interface Placed {
  document: SearchDocument;
  conversation: Conversation;
}

interface Found {
  documents: SearchDocument[];
  /** There are more. */
  isCut: boolean;
}

const nothing: Found = { documents: [], isCut: false };

/** Documents of many conversations: one that has many hides no others. */
async function findAcross(
  stores: Services['stores'],
  wanted: Omit<DocumentQuery, 'before' | 'limit'> & { perConversation: number },
): Promise<Found> {
  const counts = new Map<string, number>();
  const documents: SearchDocument[] = [];
  let isCut = false;
  let before: number | null = null;
  for (let page = 1; page <= limits.searchPages; page += 1) {
    const answer: Awaited<ReturnType<SearchStore['search']>> = await stores.search.search({
      ...wanted,
      ...{ before, limit: limits.searchFound },
    });
    isCut ||= answer.isCut;
    for (const { document } of answer.found) {
      const count = (counts.get(document.conversationId) ?? 0) + 1;
      counts.set(document.conversationId, count);
      if (count <= wanted.perConversation) documents.push(document);
      else isCut = true;
    }
    before = answer.found.at(-1)?.number ?? null;
    if (answer.found.length < limits.searchFound) break;
    isCut ||= page === limits.searchPages || documents.length >= limits.searchFound;
    if (documents.length >= limits.searchFound) break;
  }
  return { documents, isCut };
}

const bestOf = (documents: readonly SearchDocument[], words: readonly string[]): SearchDocument[] =>
  documents
    .map((document) => ({ document, rank: rankOf(document.text, words) }))
    .sort(
      (one, other) => one.rank - other.rank || other.document.timestamp.localeCompare(one.document.timestamp),
    )
    .map(({ document }) => document);

async function readArtifacts(
  { artifacts }: Services['stores'],
  placed: readonly Placed[],
): Promise<SearchResults['artifacts']> {
  const records = await Promise.all(placed.map(({ document }) => artifacts.get(document.id)));
  return placed.flatMap(({ conversation }, at) => {
    const record = records[at];
    if (!record) return [];
    const { id, title, type, form, byteLength, lineCount, state, author, createdAt } = record.metadata;
    return [
      {
        ...{ artifactId: id, title, type: form ?? type, byteLength, lineCount, createdAt, by: author },
        ...{ isExpired: state === 'expired', isKept: record.isKept },
        ...{ conversationId: conversation.id, conversationTitle: conversation.title },
      },
    ];
  });
}

async function findPeople(
  { members }: Services['stores'],
  words: readonly string[],
): Promise<SearchResults['people']> {
  const conditions = { words, facets: [] };
  return (await members.list())
    .filter((one) => isActive(one) && isMatch({ text: one.name, facets: [] }, conditions))
    .map(({ id, name, role }) => ({ id, name, role }));
}
