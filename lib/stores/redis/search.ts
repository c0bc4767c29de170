import { limits } from '#lib/core/limits.ts';
import { type SearchDocument, searchDocumentSchema } from '#lib/core/vocabulary/search/search-document.ts';
import { isMatch, requiredTerms, termsOf } from '#lib/core/vocabulary/search/search-terms.ts';
import { teamReader } from '../search-readers.ts';
import type { DocumentQuery, FoundDocument, SearchStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { removeEarlierIndex } from './remove-earlier-index.ts';
import { commonNumbers } from './search-numbers.ts';
import {
  blockSize,
  deletedPosition,
  indexScript,
  keptMark,
  removeScript,
  workspaceMark,
} from './search-scripts.ts';

/** Lists that are read of a block: the shortest ones leave few documents to compare. */
const listsRead = 4;
const documentsRead = 100;

export function createSearch(connection: RedisConnection, keys: RedisKeys): SearchStore {
  let removal: Promise<void> | null = null;
  /** Once in a process that indexes; tried again after a failure. */
  const removeEarlier = (): Promise<void> => {
    removal ??= removeEarlierIndex(connection, keys).catch((error: unknown) => {
      removal = null;
      throw error;
    });
    return removal;
  };
  const search = createIndex(connection, keys);
  return {
    ...search,
    async index(...change) {
      await removeEarlier();
      return await search.index(...change);
    },
  };
}

const createIndex = (connection: RedisConnection, keys: RedisKeys): SearchStore => ({
  indexedTo: (conversationId) => connection.run((redis) => redis.hget(keys.searchPositions, conversationId)),

  async index(conversationId, { from, to, put, remove, kept }) {
    const field = fieldsOf(conversationId);
    const replaced = await readDocuments(
      connection,
      keys,
      [...remove, ...put.map(({ id }) => id)].map(field),
    );
    const counts = { removed: replaced.length, added: put.length, kept: kept.length };
    const options = { conversation: conversationId, from: from ?? '', to, blocks: keys.searchBlocks };
    const done = await connection.runScript(
      indexScript,
      [
        ...[keys.conversations, keys.searchPositions],
        ...[...documentKeys(keys, conversationId), keys.searchLatest],
      ],
      [
        JSON.stringify({ ...options, ...counts }),
        ...replaced.flatMap((document) => [field(document.id), packTerms(document)]),
        ...put.flatMap((document) => [field(document.id), JSON.stringify(document), packTerms(document)]),
        ...kept.flatMap(({ id, isKept }) => [field(id), isKept ? 1 : 0]),
      ],
    );
    return done === 1;
  },

  async search(request) {
    const latest = Number(await connection.run((redis) => redis.get(keys.searchLatest)));
    const last = Math.min(latest, (request.before ?? Number.POSITIVE_INFINITY) - 1);
    const found: FoundDocument[] = [];
    let seen = 0;
    for (let block = Math.floor(last / blockSize); block >= 0; block -= 1) {
      const numbers = (await readNumbers(connection, keys, block, request)).filter((one) => one <= last);
      for (let start = 0; start < numbers.length; start += documentsRead) {
        const some = numbers.slice(start, start + documentsRead);
        for (const one of await readNumbered(connection, keys, some)) {
          if (seen === limits.searchCandidates) return { found, isCut: true };
          seen += 1;
          if (isMatch(one.document, request)) found.push(one);
          if (found.length === request.limit) return { found, isCut: false };
        }
      }
    }
    return { found, isCut: false };
  },
});

/** Before the record of the conversation is deleted. */
export async function deleteDocumentsOf(
  connection: RedisConnection,
  keys: RedisKeys,
  conversationId: string,
): Promise<void> {
  await connection.run((redis) => redis.hset(keys.searchPositions, conversationId, deletedPosition));
  const numbers = await connection.run((redis) => redis.smembers(keys.searchNumbersOf(conversationId)));
  const field = fieldsOf(conversationId);
  for (let start = 0; start < numbers.length; start += limits.indexedAtOnce) {
    const some = numbers.slice(start, start + limits.indexedAtOnce).map(Number);
    for (const documents of divideByLength(await readNumbered(connection, keys, some))) {
      await connection.runScript(
        removeScript,
        [keys.conversations, ...documentKeys(keys, conversationId)],
        [
          ...[conversationId, keys.searchBlocks],
          ...documents.flatMap(({ document }) => [field(document.id), packTerms(document)]),
        ],
      );
    }
  }
}

/** As many at once as are indexed at once, so that no script takes long. */
function divideByLength(found: readonly FoundDocument[]): FoundDocument[][] {
  const groups: FoundDocument[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const one of found) {
    length += one.document.text.length;
    if (length > limits.indexedCharacters) {
      groups.push([]);
      length = one.document.text.length;
    }
    groups.at(-1)?.push(one);
  }
  return groups;
}

/** The field of a document among the numbers: two conversations may have documents of one ID. */
const fieldsOf = (conversationId: string) => (id: string) => `${conversationId}:${id}`;

const documentKeys = (keys: RedisKeys, conversationId: string): string[] => [
  keys.searchNumbers,
  keys.searchDocuments,
  keys.searchNumbersOf(conversationId),
];

/** Two bytes each. */
function packTerms(document: SearchDocument): Buffer {
  const terms = Uint16Array.from(termsOf(document));
  return Buffer.from(terms.buffer).swap16();
}

/** Those that exist. */
async function readDocuments(
  connection: RedisConnection,
  keys: RedisKeys,
  fields: readonly string[],
): Promise<SearchDocument[]> {
  if (fields.length === 0) return [];
  const numbers = await connection.run((redis) => redis.hmget(keys.searchNumbers, ...fields));
  const known = numbers.filter((number) => number !== null).map(Number);
  return (await readNumbered(connection, keys, known)).map(({ document }) => document);
}

async function readNumbered(
  connection: RedisConnection,
  keys: RedisKeys,
  numbers: readonly number[],
): Promise<FoundDocument[]> {
  if (numbers.length === 0) return [];
  const read = await connection.run((redis) => redis.hmget(keys.searchDocuments, ...numbers.map(String)));
  return read.flatMap((json, at) =>
    // One that was removed meanwhile is missing.
    json === null
      ? []
      : [{ number: numbers[at] ?? 0, document: searchDocumentSchema.parse(JSON.parse(json)) }],
  );
}

/** Numbers of documents in a block that may match and may be read, the highest first. */
async function readNumbers(
  connection: RedisConnection,
  keys: RedisKeys,
  block: number,
  request: DocumentQuery,
): Promise<number[]> {
  const { memberId, closed = [], isKept = false } = request;
  const terms = Array.from(requiredTerms(request), (term) => keys.searchTerm(block, term));
  const lengths = await connection.run((redis) => Promise.all(terms.map((key) => redis.strlen(key))));
  if (lengths.includes(0)) return [];
  const shortest = terms
    .map((key, at) => ({ key, length: lengths[at] ?? 0 }))
    .sort((one, other) => one.length - other.length)
    .slice(0, listsRead);
  const read = (names: readonly string[]) =>
    connection.run((redis) => Promise.all(names.map((name) => redis.getBuffer(name))));
  const mark = (name: string) => keys.searchMark(block, name);
  const [team = null, own = null, kept = null, ...without] = await read([
    ...[mark(teamReader), mark(memberId), mark(keptMark)],
    ...closed.map((workspace) => mark(workspaceMark(workspace))),
  ]);
  const lists = await read(shortest.map(({ key }) => key));
  if (lists.includes(null) || (isKept && kept === null)) return [];
  const numbers = commonNumbers(
    lists.map((list) => list ?? Buffer.alloc(0)),
    { either: [team, own], also: isKept ? kept : null, without },
  );
  return numbers.map((low) => block * blockSize + low);
}
