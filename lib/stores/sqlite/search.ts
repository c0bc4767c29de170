import { limits } from '#lib/core/limits.ts';
import { type Conversation, conversationSchema } from '#lib/core/vocabulary/conversation.ts';
import { type SearchDocument, searchDocumentSchema } from '#lib/core/vocabulary/search/search-document.ts';
import { isMatch, requiredTerms, termsOf } from '#lib/core/vocabulary/search/search-terms.ts';
import { keptMark, readersOf, teamMark } from '../search-marks.ts';
import type { DocumentQuery, FoundDocument, IndexChange, SearchStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createSearch = (database: Database): SearchStore => ({
  indexedTo: async (conversationId) => indexedTo(database, conversationId),

  index: async (conversationId, change) =>
    database.transaction(() => {
      const readers = readersNow(database, conversationId);
      if (readers === null || indexedTo(database, conversationId) !== change.from) return false;
      applyChange(database, change, readers);
      database.run(
        'INSERT INTO search_positions VALUES (?, ?) ON CONFLICT DO UPDATE SET event_id = excluded.event_id',
        conversationId,
        change.to,
      );
      return true;
    }),

  async search(request) {
    const found: FoundDocument[] = [];
    let seen = 0;
    for (const row of candidates(database, request)) {
      if (seen === limits.searchCandidates) return { found, isCut: true };
      seen += 1;
      const document = searchDocumentSchema.parse(JSON.parse(String(row.record)));
      if (isMatch(document, request)) found.push({ number: Number(row.number), document });
      if (found.length === request.limit) break;
    }
    return { found, isCut: false };
  },
});

/** Call it in the transaction that changes the conversation. */
export function setReaders(database: Database, { id, ...conversation }: Conversation): void {
  const numbers = '(SELECT number FROM search_documents WHERE conversation_id = ?)';
  database.run(`DELETE FROM search_marks WHERE mark != ? AND number IN ${numbers}`, keptMark, id);
  for (const mark of readersOf(conversation)) {
    database.run(
      `INSERT INTO search_marks (mark, number) SELECT ?, number FROM search_documents WHERE conversation_id = ?`,
      mark,
      id,
    );
  }
}

/** Call it in the transaction that deletes the conversation. */
export function deleteDocumentsOf(database: Database, conversationId: string): void {
  for (const [table, column] of [
    ['search_index', 'rowid'],
    ['search_marks', 'number'],
    ['search_documents', 'number'],
  ]) {
    database.run(
      `DELETE FROM ${table} WHERE ${column} IN (SELECT number FROM search_documents WHERE conversation_id = ?)`,
      conversationId,
    );
  }
  database.run('DELETE FROM search_positions WHERE conversation_id = ?', conversationId);
}

function indexedTo(database: Database, conversationId: string): string | null {
  const row = database.get('SELECT event_id FROM search_positions WHERE conversation_id = ?', conversationId);
  return row ? String(row.event_id) : null;
}

/** `null`: there is no such conversation. */
function readersNow(database: Database, conversationId: string): string[] | null {
  const row = database.get('SELECT record FROM conversations WHERE id = ?', conversationId);
  return row ? readersOf(conversationSchema.parse(JSON.parse(String(row.record)))) : null;
}

function applyChange(database: Database, { put, remove, kept }: IndexChange, readers: string[]): void {
  for (const document of put) {
    removeDocument(database, document.id);
    addDocument(database, document, readers);
  }
  for (const id of remove) removeDocument(database, id);
  for (const { id, isKept } of kept) {
    const number = numberOf(database, id);
    if (number === null) continue;
    if (isKept) addMark(database, keptMark, number);
    else database.run('DELETE FROM search_marks WHERE mark = ? AND number = ?', keptMark, number);
  }
}

function addDocument(database: Database, document: SearchDocument, marks: string[]): void {
  const { lastId } = database.run(
    'INSERT INTO search_documents (id, conversation_id, record) VALUES (?, ?, ?)',
    document.id,
    document.conversationId,
    JSON.stringify(document),
  );
  const words = Array.from(termsOf(document), spell).join(' ');
  database.run('INSERT INTO search_index (rowid, terms) VALUES (?, ?)', lastId, words);
  for (const mark of marks) addMark(database, mark, lastId);
}

const addMark = (database: Database, mark: string, number: number) =>
  database.run('INSERT OR IGNORE INTO search_marks (mark, number) VALUES (?, ?)', mark, number);

function removeDocument(database: Database, id: string): void {
  const number = numberOf(database, id);
  if (number === null) return;
  database.run('DELETE FROM search_index WHERE rowid = ?', number);
  database.run('DELETE FROM search_marks WHERE number = ?', number);
  database.run('DELETE FROM search_documents WHERE number = ?', number);
}

function numberOf(database: Database, id: string): number | null {
  const row = database.get('SELECT number FROM search_documents WHERE id = ?', id);
  return row ? Number(row.number) : null;
}

/** Documents that may match and may be read, the latest first. */
function candidates(database: Database, request: DocumentQuery) {
  const { memberId, isKept = false, before } = request;
  const terms = Array.from(requiredTerms(request), (term) => `"${spell(term)}"`).join(' AND ');
  const source = terms
    ? 'search_index JOIN search_documents ON number = search_index.rowid WHERE search_index MATCH ?1 AND search_index.rowid'
    : 'search_documents WHERE ?1 IS NOT NULL AND search_documents.number';
  const order = terms ? 'search_index.rowid' : 'search_documents.number';
  const has = (marks: string) =>
    `EXISTS (SELECT 1 FROM search_marks WHERE search_marks.number = ${order} AND mark IN (${marks}))`;
  return database.iterate(
    `SELECT search_documents.number AS number, record FROM ${source} < ?2 AND ${has('?3, ?4')}
     ${isKept ? `AND ${has(`'${keptMark}'`)}` : ''} ORDER BY ${order} DESC`,
    terms,
    before ?? Number.MAX_SAFE_INTEGER,
    teamMark,
    memberId,
  );
}

/** As the tokenizer takes it: letters and digits. */
const spell = (term: number): string => term.toString(36);
