import { limits } from '#lib/core/limits.ts';
import { type Conversation, conversationSchema } from '#lib/core/vocabulary/conversation.ts';
import { type SearchDocument, searchDocumentSchema } from '#lib/core/vocabulary/search/search-document.ts';
import { isMatch, requiredTerms, termsOf } from '#lib/core/vocabulary/search/search-terms.ts';
import { readersOf, teamReader } from '../search-readers.ts';
import type { DocumentQuery, FoundDocument, SearchStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createSearch = (database: Database): SearchStore => ({
  indexedTo: async (conversationId) => indexedTo(database, conversationId),

  index: async (conversationId, { from, to, put, remove, kept }) =>
    database.transaction(() => {
      const row = database.get('SELECT record FROM conversations WHERE id = ?', conversationId);
      if (!row || indexedTo(database, conversationId) !== from) return false;
      // The first part: from here on a change of the audience says who reads it.
      if (from === null) setReaders(database, conversationSchema.parse(JSON.parse(String(row.record))));
      for (const id of remove) removeDocument(database, conversationId, id);
      for (const document of put) {
        removeDocument(database, conversationId, document.id);
        addDocument(database, document);
      }
      for (const { id, isKept } of kept) {
        database.run(
          'UPDATE search_documents SET is_kept = ? WHERE conversation_id = ? AND id = ?',
          Number(isKept),
          conversationId,
          id,
        );
      }
      database.run(
        'INSERT INTO search_positions VALUES (?, ?) ON CONFLICT DO UPDATE SET event_id = excluded.event_id',
        conversationId,
        to,
      );
      return true;
    }),

  async search(query) {
    const found: FoundDocument[] = [];
    let seen = 0;
    for (const row of candidates(database, query)) {
      if (seen === limits.searchCandidates) return { found, isCut: true };
      seen += 1;
      const document = searchDocumentSchema.parse(JSON.parse(String(row.record)));
      if (isMatch(document, query)) found.push({ number: Number(row.number), document });
      if (found.length === query.limit) break;
    }
    return { found, isCut: false };
  },
});

/** Call it in the transaction that changes the conversation. */
export function setReaders(database: Database, { id, ...conversation }: Conversation): void {
  database.run('DELETE FROM search_readers WHERE conversation_id = ?', id);
  for (const reader of readersOf(conversation)) {
    database.run('INSERT INTO search_readers VALUES (?, ?)', id, reader);
  }
}

/** Call it in the transaction that deletes the conversation. */
export function deleteDocumentsOf(database: Database, conversationId: string): void {
  database.run(
    'DELETE FROM search_index WHERE rowid IN (SELECT number FROM search_documents WHERE conversation_id = ?)',
    conversationId,
  );
  for (const table of ['search_documents', 'search_readers', 'search_positions']) {
    database.run(`DELETE FROM ${table} WHERE conversation_id = ?`, conversationId);
  }
}

function indexedTo(database: Database, conversationId: string): string | null {
  const row = database.get('SELECT event_id FROM search_positions WHERE conversation_id = ?', conversationId);
  return row ? String(row.event_id) : null;
}

function addDocument(database: Database, document: SearchDocument): void {
  const { lastId } = database.run(
    'INSERT INTO search_documents (conversation_id, id, is_kept, record) VALUES (?, ?, 0, ?)',
    document.conversationId,
    document.id,
    JSON.stringify(document),
  );
  const words = Array.from(termsOf(document), spell).join(' ');
  database.run('INSERT INTO search_index (rowid, terms) VALUES (?, ?)', lastId, words);
}

function removeDocument(database: Database, conversationId: string, id: string): void {
  const row = database.get(
    'SELECT number FROM search_documents WHERE conversation_id = ? AND id = ?',
    conversationId,
    id,
  );
  if (!row) return;
  database.run('DELETE FROM search_index WHERE rowid = ?', Number(row.number));
  database.run('DELETE FROM search_documents WHERE number = ?', Number(row.number));
}

/** Documents that may match and may be read, the latest first. */
function candidates(database: Database, query: DocumentQuery) {
  const { memberId, closed = [], isKept = false, before } = query;
  const terms = Array.from(requiredTerms(query), (term) => `"${spell(term)}"`).join(' AND ');
  const [source, number] = terms
    ? ['search_index JOIN search_documents ON number = search_index.rowid', 'search_index.rowid']
    : ['search_documents', 'number'];
  return database.iterate(
    `SELECT number, record FROM ${source}
     WHERE ${terms ? 'search_index MATCH ?1' : '?1 IS NOT NULL'} AND ${number} < ?2 ${isKept ? 'AND is_kept = 1' : ''}
       AND EXISTS (SELECT 1 FROM search_readers
         WHERE search_readers.conversation_id = search_documents.conversation_id AND reader IN (?3, ?4))
       AND ${closed.length > 0 ? isOpen : '?5 IS NOT NULL'}
     ORDER BY ${number} DESC`,
    terms,
    before ?? Number.MAX_SAFE_INTEGER,
    teamReader,
    memberId,
    JSON.stringify(closed),
  );
}

/** The inner query is of no row, so it runs once. */
const isOpen = `search_documents.conversation_id NOT IN (SELECT id FROM conversations
  WHERE json_extract(record, '$.workspace') IN (SELECT value FROM json_each(?5)))`;

/** As the tokenizer takes it: letters and digits. */
const spell = (term: number): string => term.toString(36);
