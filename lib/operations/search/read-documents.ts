import { limits } from '#lib/core/limits.ts';
import type { SearchDocument } from '#lib/core/vocabulary/search/search-document.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { DocumentQuery, SearchStore } from '#lib/stores/stores.ts';
import { readerOf } from './reader-of.ts';

/** `isCut`: there may be more. */
export interface ReadDocuments {
  documents: SearchDocument[];
  isCut: boolean;
}

/** Of the latest `limits.documentsRead` documents that fulfil the conditions, those that a member may read. */
export async function readDocuments(
  stores: Services['stores'],
  member: Member,
  conditions: Omit<DocumentQuery, 'memberId' | 'closed' | 'before' | 'limit'>,
): Promise<ReadDocuments> {
  const limit = limits.documentsReadAtOnce;
  const documents: SearchDocument[] = [];
  let before: number | null = null;
  for (let seen = 0; seen < limits.documentsRead; seen += limit) {
    const query: DocumentQuery = { ...conditions, ...readerOf(member), before, limit };
    const { found, isCut }: Awaited<ReturnType<SearchStore['search']>> = await stores.search.search(query);
    for (const { document } of found) documents.push(document);
    if (found.length < limit) return { documents, isCut };
    before = found.at(-1)?.number ?? null;
  }
  return { documents, isCut: true };
}
