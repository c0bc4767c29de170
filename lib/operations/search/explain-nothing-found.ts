import type { NothingFound } from '#lib/core/api/nothing-found.ts';
import type { FoundKind } from '#lib/core/api/search-results.ts';
import { searchWords } from '#lib/core/vocabulary/search/search-terms.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { countReadable } from '../access.ts';
import { readDocuments } from './read-documents.ts';
import { searchEverything } from './search-everything.ts';
import { suggestSpelling } from './suggest-spelling.ts';

/** How much was searched for a query that found nothing, and other words that are near to it. */
export async function explainNothingFound(
  services: Pick<Services, 'stores' | 'searchIndexer'>,
  member: Member,
  { query, kind }: { query: string; kind: FoundKind | null },
): Promise<NothingFound> {
  const { stores } = services;
  const [conversations, artifacts, spelled] = await Promise.all([
    countReadable({ stores }, member),
    readDocuments(stores, member, { words: [], facets: ['kind:artifact'] }),
    suggestSpelling(stores, member, searchWords(query)),
  ]);
  const nearby = spelled?.join(' ') ?? '';
  const found = spelled && (await searchEverything(services, member, { query: nearby, kind, by: null }));
  return {
    conversations,
    artifacts: { count: artifacts.documents.length, isCut: artifacts.isCut },
    spelling: found && found.total > 0 ? { query: nearby, total: found.total, isCut: found.isCut } : null,
  };
}
