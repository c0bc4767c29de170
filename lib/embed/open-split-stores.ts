import { readArtifactLines } from '../stores/read-artifact.ts';
import { openRedisStores } from '../stores/redis/open-redis-stores.ts';
import { openMemoryStores, openSqliteStores } from '../stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '../stores/stores.ts';
import { rememberStore } from './artifacts-of-store.ts';
import type { SplitStore } from './split-store.ts';

interface MemoryStoreOptions {
  /** Bytes of all results together; beyond them the oldest go first. 256 MiB, unless it is given. */
  maxBytes?: number | undefined;
}

interface SqliteStoreOptions {
  /** A folder of this process alone. It is made if it is not there. */
  dataDir: string;
  /** Bytes of all results together; beyond them the oldest go first. No limit, unless it is given. */
  maxBytes?: number | undefined;
}

interface RedisStoreOptions {
  /** `redis://` or `rediss://`; several, with commas between them, are the nodes of a Redis Cluster. */
  url: string;
  /** What every key begins with, without braces. */
  keyPrefix?: string | undefined;
  /** Bytes of all results together; half of the memory limit of Redis, unless it is given. */
  maxBytes?: number | undefined;
}

const memoryBytes = 256 * 1024 * 1024;
/** After a crash, what was half written is kept for so long. */
const unfinishedSeconds = 1_800;

/** Results in the memory of this process. */
export const openMemoryStore = ({ maxBytes = memoryBytes }: MemoryStoreOptions = {}): SplitStore =>
  storeOn(openMemoryStores({ artifactBytes: checkedBytes(maxBytes), nowMs: Date.now }));

/**
 * Results in a folder, which survive a restart.
 * @throws Error when the folder cannot be used, or another process uses it
 */
export const openSqliteStore = ({ dataDir, maxBytes }: SqliteStoreOptions): SplitStore =>
  storeOn(
    openSqliteStores({
      dataDir,
      artifactTtlSeconds: unfinishedSeconds,
      artifactBytes: checkedBytes(maxBytes),
      nowMs: Date.now,
    }),
  );

/** Results in Redis, for any number of processes. Opening does not wait; every method rejects while Redis is away. */
export const openRedisStore = ({
  url,
  keyPrefix = 'vitrine-split:',
  maxBytes,
}: RedisStoreOptions): SplitStore =>
  storeOn(openRedisStores({ url, keyPrefix, artifactBytes: checkedBytes(maxBytes) }));

/** @throws TypeError */
function checkedBytes(maxBytes: number | undefined): number | null {
  if (maxBytes === undefined) return null;
  if (Number.isSafeInteger(maxBytes) && maxBytes > 0) return maxBytes;
  throw new TypeError('maxBytes: a whole number of bytes, above 0');
}

const sweepMs = 60_000;

function storeOn({ artifacts, conversations, sweep, close }: Stores): SplitStore {
  // Reads check the expiry themselves: a sweep that fails frees its space with the next one.
  const sweeping = setInterval(() => void sweep().catch(() => {}), sweepMs).unref();
  const store: SplitStore = {
    async get(artifactId) {
      const record = await artifacts.get(artifactId);
      if (record === null) return null;
      const { id, title, tool, mimeType, byteLength, droppedBytes, lineCount, ...rest } = record.metadata;
      const { exitCode, sha256, createdAt, expiresAt, conversationId } = rest;
      return {
        ...{ id, title, tool, mimeType, byteLength, droppedBytes, lineCount },
        ...{ exitCode, sha256, createdAt, expiresAt, conversationId },
        input: rest.arguments,
        parts: (rest.parts ?? []).map(({ artifactId, title }) => ({ artifactId, title })),
        isExpired: rest.state === 'expired',
        assistantView: record.assistantView,
      };
    },
    async read(artifactId, start = 0, end = Number.MAX_SAFE_INTEGER) {
      const bytes = await artifacts.readBytes(artifactId, Math.max(0, start), end);
      return bytes && Uint8Array.from(bytes);
    },
    async readLines(artifactId, from, to) {
      const range = { from: Math.max(1, Math.floor(from)), to: Math.floor(to) };
      const metadata = (await artifacts.get(artifactId))?.metadata;
      if (!metadata || metadata.state === 'expired' || metadata.lineCount === null) return null;
      const window = await readArtifactLines(artifacts, metadata, range);
      return window && [...window.lines];
    },
    deleteConversation: (conversationId) => conversations.delete(conversationId),
    async close() {
      clearInterval(sweeping);
      await close();
    },
  };
  return rememberStore(store, artifacts);
}
