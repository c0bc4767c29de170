import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage, VitrineError } from '#lib/core/errors.ts';
import { sumNames, sumsVersion } from '#lib/core/vocabulary/ledger/sums.ts';
import { storeFaultText } from '#lib/core/vocabulary/store-fault.ts';
import { newerSchema, schemaVersion } from '../schema-version.ts';
import { DataFolderError, explainOpenFailure } from './explain-open-failure.ts';

export const sumsTable = `day_sums_${sumsVersion}`;

/** AUTOINCREMENT: without it SQLite reuses a deleted last ID, and a reader's cursor would skip an event. */
const schema = `
  CREATE TABLE IF NOT EXISTS conversations (
    id TEXT PRIMARY KEY, updated_at TEXT NOT NULL, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS marks (name TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, conversation_id TEXT NOT NULL, body TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS events_by_conversation ON events (conversation_id, id);
  CREATE TABLE IF NOT EXISTS once_keys (
    conversation_id TEXT NOT NULL, key TEXT NOT NULL, event_id INTEGER NOT NULL, PRIMARY KEY (conversation_id, key));
  CREATE TABLE IF NOT EXISTS live_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, conversation_id TEXT NOT NULL, created_ms INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS live_by_conversation ON live_events (conversation_id, id);
  CREATE TABLE IF NOT EXISTS artifacts (
    id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, expires_ms INTEGER, has_bytes INTEGER NOT NULL,
    metadata TEXT NOT NULL, assistant_view TEXT, view_facts TEXT, problems TEXT,
    stored_bytes INTEGER NOT NULL DEFAULT 0, is_evictable INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS artifacts_by_conversation ON artifacts (conversation_id);
  CREATE INDEX IF NOT EXISTS artifacts_by_expiry ON artifacts (expires_ms) WHERE has_bytes = 1;
  CREATE TABLE IF NOT EXISTS shares (
    id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, expires_ms INTEGER NOT NULL, created_at TEXT NOT NULL, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS ledger (
    id TEXT PRIMARY KEY, timestamp TEXT NOT NULL, record TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS ledger_by_time ON ledger (timestamp);
  CREATE TABLE IF NOT EXISTS ${sumsTable} (
    grouping TEXT NOT NULL, day TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL,
    ${sumNames.map((name) => `${name} INTEGER NOT NULL`).join(', ')}, PRIMARY KEY (grouping, day, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS leases (
    conversation_id TEXT PRIMARY KEY, token TEXT NOT NULL, expires_ms INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS pending (conversation_id TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS members (
    id TEXT PRIMARY KEY, created_at TEXT NOT NULL, last_seen_at TEXT, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sessions (
    token_hash TEXT PRIMARY KEY, id TEXT NOT NULL, member_id TEXT NOT NULL, last_seen_at TEXT NOT NULL,
    ends_ms INTEGER NOT NULL, record TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS sessions_by_member ON sessions (member_id);
  CREATE TABLE IF NOT EXISTS api_tokens (
    token_hash TEXT PRIMARY KEY, id TEXT NOT NULL, member_id TEXT NOT NULL, last_seen_at TEXT,
    ends_ms INTEGER NOT NULL, record TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS api_tokens_by_member ON api_tokens (member_id);
  CREATE TABLE IF NOT EXISTS invites (
    token_hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, expires_ms INTEGER NOT NULL, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS once (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_ms INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS rates (key TEXT PRIMARY KEY, count INTEGER NOT NULL, ends_ms INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS widenings (number INTEGER PRIMARY KEY, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS tool_definitions (slot TEXT PRIMARY KEY, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS workspaces (name TEXT PRIMARY KEY, added_at TEXT NOT NULL, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS runners (address TEXT PRIMARY KEY, alive_until_ms INTEGER NOT NULL, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS prompts (name TEXT PRIMARY KEY, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS preferences (
    member_id TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (member_id, name));
  CREATE TABLE IF NOT EXISTS pictures (
    member_id TEXT PRIMARY KEY, version TEXT NOT NULL, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS page_builds (build TEXT PRIMARY KEY, ends_ms INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS page_files (
    name TEXT NOT NULL, build TEXT NOT NULL, bytes TEXT NOT NULL, PRIMARY KEY (name, build)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS push_subscriptions (
    id TEXT PRIMARY KEY, member_id TEXT NOT NULL, record TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS push_subscriptions_by_member ON push_subscriptions (member_id);
  CREATE TABLE IF NOT EXISTS deliveries (id TEXT PRIMARY KEY, due_ms INTEGER NOT NULL, record TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS push_deliveries (id TEXT PRIMARY KEY, due_ms INTEGER NOT NULL, record TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS deliveries_by_due ON deliveries (due_ms);
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS credentials (
    member_id TEXT NOT NULL, name TEXT NOT NULL, sealed TEXT NOT NULL, PRIMARY KEY (member_id, name));
  CREATE TABLE IF NOT EXISTS pins (
    conversation_id TEXT NOT NULL, member_id TEXT NOT NULL, PRIMARY KEY (member_id, conversation_id));
  CREATE TABLE IF NOT EXISTS news (
    conversation_id TEXT PRIMARY KEY, event_id INTEGER NOT NULL, timestamp TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS news_events (
    conversation_id TEXT NOT NULL, event_id INTEGER NOT NULL, timestamp TEXT NOT NULL,
    PRIMARY KEY (conversation_id, event_id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS mentions (
    conversation_id TEXT NOT NULL, member_id TEXT NOT NULL, event_id INTEGER NOT NULL, PRIMARY KEY (member_id, conversation_id));
  CREATE TABLE IF NOT EXISTS read_marks (
    conversation_id TEXT NOT NULL, member_id TEXT NOT NULL, event_id INTEGER NOT NULL, PRIMARY KEY (member_id, conversation_id));
  CREATE TABLE IF NOT EXISTS search_positions (conversation_id TEXT PRIMARY KEY, event_id TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS search_documents (
    number INTEGER PRIMARY KEY AUTOINCREMENT, conversation_id TEXT NOT NULL, id TEXT NOT NULL, is_kept INTEGER NOT NULL,
    record TEXT NOT NULL, UNIQUE (conversation_id, id));
  CREATE TABLE IF NOT EXISTS search_readers (
    conversation_id TEXT NOT NULL, reader TEXT NOT NULL, PRIMARY KEY (conversation_id, reader)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE IF NOT EXISTS search_index USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
  CREATE TABLE IF NOT EXISTS audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, by_id TEXT, timestamp TEXT NOT NULL, record TEXT NOT NULL);
`;

export type Row = Record<string, string | number | null>;

/** The few calls that the stores make, with cached prepared statements. */
export interface Database {
  all(sql: string, ...values: (string | number | null)[]): Row[];
  get(sql: string, ...values: (string | number | null)[]): Row | undefined;
  /** One row after the other, as long as somebody takes them. Nothing else may happen meanwhile. */
  iterate(sql: string, ...values: (string | number | null)[]): Iterable<Row>;
  /** Returns the number of changed rows and the last row ID. */
  run(sql: string, ...values: (string | number | null)[]): { changes: number; lastId: number };
  /**
   * Runs `work` atomically. It is synchronous, as SQLite is: nothing else runs in between. What it has written outlives a power
   * loss, unless that does not matter.
   */
  transaction<T>(work: () => T, options?: { mayBeLost: boolean }): T;
  /** Tests a write that changes nothing. @throws VitrineError `storage_unavailable` */
  checkWritable(): void;
  /** Checks the integrity of the whole file. @throws DataFolderError when pages are damaged */
  checkPages(): void;
  close(): void;
}

/**
 * @throws DataFolderError when the file cannot be used: damaged, emptied, not writable, of a newer version
 */
export function openDatabase(dataDir: string): Database {
  const path = join(dataDir, 'vitrine.db');
  const database = explainOpenFailure(path, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return openFile(dataDir, path);
  });
  return callsOf(database, path);
}

/** One that ends when it is closed. */
export function openMemoryDatabase(): Database {
  const path = ':memory:';
  const database = new DatabaseSync(path);
  createTables(database);
  return callsOf(database, path);
}

function callsOf(database: DatabaseSync, path: string): Database {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    all: (sql, ...values) => answering(() => statement(sql).all(...values) as Row[]),
    get: (sql, ...values) => answering(() => statement(sql).get(...values) as Row | undefined),
    *iterate(sql, ...values) {
      try {
        yield* statement(sql).iterate(...values) as Iterable<Row>;
      } catch (error) {
        throw storageError(error);
      }
    },
    run: (sql, ...values) =>
      answering(() => {
        const { changes, lastInsertRowid } = statement(sql).run(...values);
        return { changes: Number(changes), lastId: Number(lastInsertRowid) };
      }),
    transaction: (work, { mayBeLost } = { mayBeLost: false }) =>
      answering(() => {
        if (!mayBeLost) return atomically(database, work);
        database.exec('PRAGMA synchronous = NORMAL');
        try {
          return atomically(database, work);
        } finally {
          // Also where it could not begin; within one, it cannot be set.
          if (!database.isTransaction) database.exec('PRAGMA synchronous = FULL');
        }
      }),
    checkWritable: () => answering(() => database.exec(`PRAGMA user_version = ${schemaVersion}`)),
    checkPages: () =>
      explainOpenFailure(path, () => {
        const [finding] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
        if (finding !== 'ok') throw new Error(`corrupt: ${finding}`);
      }),
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function atomically<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk has ended the transaction already; a second ROLLBACK would hide the cause.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function openFile(dataDir: string, path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    requireKnownVersion(database, dataDir);
    requireTables(database, dataDir, path);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000');
    createTables(database);
    // Written at each start, so that a read-only file is detected here, not by the first message.
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
    // From here on: what is confirmed is on the disk, and with it everything before.
    database.exec('PRAGMA synchronous = FULL');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function createTables(database: DatabaseSync): void {
  database.exec(schema);
  addMissingColumn(database, 'artifacts', 'view_facts', 'TEXT');
  addMissingColumn(database, 'artifacts', 'problems', 'TEXT');
  addMissingColumn(database, 'mentions', 'record', 'TEXT');
  addMissingColumn(database, 'artifacts', 'is_evictable', 'INTEGER NOT NULL DEFAULT 0');
  if (addMissingColumn(database, 'artifacts', 'stored_bytes', 'INTEGER NOT NULL DEFAULT 0')) {
    database.exec(
      `UPDATE artifacts SET stored_bytes = json_extract(metadata, '$.byteLength') WHERE has_bytes = 1`,
    );
  }
  database.exec(
    'CREATE INDEX IF NOT EXISTS artifacts_stored ON artifacts (stored_bytes) WHERE has_bytes = 1',
  );
}

function requireKnownVersion(database: DatabaseSync, dataDir: string): void {
  const stored = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (stored <= schemaVersion) return;
  const remedy = 'set VITRINE_DATA_DIR to another folder';
  throw new DataFolderError(newerSchema(`The data folder ${dataDir}`, stored, remedy));
}

/**
 * SQLite treats an empty or missing file as a new database; where artifacts are stored, it is one that lost
 * everything.
 */
function requireTables(database: DatabaseSync, dataDir: string, path: string): void {
  const { count } = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() ?? {};
  if (count !== 0 || !hasArtifacts(dataDir)) return;
  throw new DataFolderError(
    `${path} is empty, though artifacts are stored beside it: restore it from a backup, or move the folder artifacts away to start anew.`,
  );
}

function hasArtifacts(dataDir: string): boolean {
  try {
    return readdirSync(join(/* turbopackIgnore: true */ dataDir, 'artifacts')).length > 0;
  } catch {
    // A new data folder has no artifacts.
    return false;
  }
}

/** Upgrades a table of an earlier version. Returns `false` if the column exists. */
function addMissingColumn(database: DatabaseSync, table: string, column: string, type: string): boolean {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all();
  if (columns.some(({ name }) => name === column)) return false;
  database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  return true;
}

function answering<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageError(error);
  }
}

/**
 * Maps errors of SQLite or the file system to the one code that callers know; returns any other error
 * unchanged.
 */
export function storageError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^(ERR_SQLITE_ERROR|ERR_INVALID_STATE|ENOSPC|EDQUOT|EIO|EROFS|EACCES|EMFILE)$/.test(code))
    return error;
  const isFull = /^(ENOSPC|EDQUOT)$/.test(code) || /disk is full/.test(errorMessage(error));
  return new VitrineError('storage_unavailable', storeFaultText[isFull ? 'full' : 'away'], { cause: error });
}
