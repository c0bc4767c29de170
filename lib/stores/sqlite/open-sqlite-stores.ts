import { errorMessage } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { apiTokenSchema } from '#lib/core/vocabulary/team/api-token.ts';
import { sessionSchema } from '#lib/core/vocabulary/team/member.ts';
import { onceASecond } from '../once-a-second.ts';
import type { Stores } from '../stores.ts';
import { type ArtifactFiles, createArtifactFiles } from './artifact-files.ts';
import { createArtifacts, type SqliteArtifacts } from './artifacts.ts';
import { createAudit } from './audit.ts';
import { createBulk } from './bulk.ts';
import { createCredentials } from './credentials.ts';
import { lockDataDir, unlockDataDir } from './data-lock.ts';
import { type Database, openDatabase, openMemoryDatabase } from './database.ts';
import { createDeliveries } from './deliveries.ts';
import { createEvents } from './events.ts';
import { createLeases } from './leases.ts';
import { createLedger } from './ledger.ts';
import { createListChanges } from './list-changes.ts';
import { createMemberNames } from './member-names.ts';
import { createMembers } from './members.ts';
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts';
import { createPageFiles, sweepPageFiles } from './page-files.ts';
import { createPictures } from './pictures.ts';
import { createPins } from './pins.ts';
import { createPreferences } from './preferences.ts';
import { createPrompts } from './prompts.ts';
import { createPushSubscriptions } from './push-subscriptions.ts';
import { createConversations, createShares } from './records.ts';
import { createRunners } from './runners.ts';
import { createSearch } from './search.ts';
import { createSecrets } from './secrets.ts';
import { createSettings } from './settings.ts';
import { createInvites, createOnce, createRates, createTokenRecords } from './sign-in.ts';
import { createToolDefinitions } from './tool-definitions.ts';
import { createUnread } from './unread.ts';
import { createWidenings } from './widenings.ts';
import { createWorkspaces } from './workspaces.ts';

/** Tables whose rows expire, with the column that says when. */
const ended = [
  ['sessions', 'ends_ms'],
  ['api_tokens', 'ends_ms'],
  ['invites', 'expires_ms'],
  ['once', 'expires_ms'],
  ['rates', 'ends_ms'],
] as const;

export interface SqliteStoresOptions {
  dataDir: string;
  /** How long artifacts that a crash interrupted are kept after the next start. */
  artifactTtlSeconds: number;
  /** Byte budget of all artifacts; `null`: no limit besides the disk. */
  artifactBytes?: number | null;
  nowMs: () => number;
}

/**
 * The embedded store: one SQLite file and artifact files under a data folder, for one process. It survives a
 * restart.
 * @throws Error when another process uses the folder; DataFolderError when it cannot be used
 */
export function openSqliteStores({
  dataDir,
  artifactTtlSeconds,
  artifactBytes = null,
  nowMs,
}: SqliteStoresOptions): Stores {
  lockDataDir(dataDir);
  const database = openLocked(dataDir);
  const { artifacts, ...stores } = storesOn(database, createArtifactFiles(dataDir), {
    nowMs,
    artifactBytes,
    unlock: () => unlockDataDir(dataDir),
  });
  // No other process uses this folder: existing leases and unfinished artifacts belong to a process that has
  // ended.
  database.run('DELETE FROM leases');
  artifacts.sealUnfinished(new Date(nowMs() + artifactTtlSeconds * 1000).toISOString());
  return { artifacts, ...stores };
}

/** The same store with nothing on disk: it ends with its process, or when it is closed. */
export const openMemoryStores = (
  { artifactBytes = null, nowMs }: Pick<SqliteStoresOptions, 'artifactBytes' | 'nowMs'>,
  { database, files }: Memory = createMemory(),
): Stores => storesOn(database, files, { nowMs, artifactBytes, unlock() {} });

/** A database and files that are not on disk. */
export interface Memory {
  database: Database;
  files: MemoryFiles;
}

export const createMemory = (): Memory => ({ database: openMemoryDatabase(), files: createMemoryFiles() });

interface StoresOptions {
  nowMs: () => number;
  artifactBytes: number | null;
  /** Called after closing. */
  unlock(): void;
}

function storesOn(
  database: Database,
  files: ArtifactFiles,
  { nowMs, artifactBytes, unlock }: StoresOptions,
): Stores & { artifacts: SqliteArtifacts } {
  const artifacts = createArtifacts(database, files, { nowMs, limitBytes: artifactBytes });
  const shares = createShares(database, artifacts, nowMs);
  return {
    conversations: createConversations(database, artifacts),
    events: createEvents(database, nowMs),
    artifacts,
    shares,
    ledger: createLedger(database),
    leases: createLeases(database),
    members: createMembers(database),
    memberNames: createMemberNames(database),
    sessions: createTokenRecords(database, nowMs, { table: 'sessions', schema: sessionSchema }),
    apiTokens: createTokenRecords(database, nowMs, { table: 'api_tokens', schema: apiTokenSchema }),
    invites: createInvites(database, nowMs),
    once: createOnce(database, nowMs),
    rates: createRates(database, nowMs),
    audit: createAudit(database),
    pins: createPins(database),
    unread: createUnread(database),
    listChanges: createListChanges(),
    settings: createSettings(database),
    widenings: createWidenings(database),
    toolDefinitions: createToolDefinitions(database),
    deliveries: createDeliveries(database, 'deliveries'),
    pushDeliveries: createDeliveries(database, 'push_deliveries'),
    prompts: createPrompts(database),
    preferences: createPreferences(database),
    pictures: createPictures(database),
    pushSubscriptions: createPushSubscriptions(database),
    secrets: createSecrets(database),
    credentials: createCredentials(database),
    workspaces: createWorkspaces(database),
    runners: createRunners(database, nowMs),
    search: createSearch(database),
    pageFiles: createPageFiles(database, nowMs),
    bulk: createBulk(database, files, nowMs),
    health: onceASecond(async () => {
      try {
        database.checkWritable();
        return null;
      } catch (error) {
        return errorMessage(error);
      }
    }),
    async describe() {
      const [row] = database.all('SELECT sqlite_version() AS version');
      return { version: `SQLite ${String(row?.version)}`, redis: null };
    },
    async sweep() {
      for (const row of database.all('SELECT id FROM shares WHERE expires_ms <= ?', nowMs())) {
        await shares.delete(String(row.id));
      }
      await artifacts.sweep();
      for (const [table, column] of ended) database.run(`DELETE FROM ${table} WHERE ${column} <= ?`, nowMs());
      sweepPageFiles(database, nowMs());
      database.run('DELETE FROM live_events WHERE created_ms <= ?', nowMs() - limits.liveSeconds * 1000);
    },
    async close() {
      database.close();
      unlock();
    },
  };
}

function openLocked(dataDir: string): Database {
  try {
    return openDatabase(dataDir);
  } catch (error) {
    unlockDataDir(dataDir);
    throw error;
  }
}
