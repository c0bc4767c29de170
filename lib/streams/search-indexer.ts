import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { artifactsIn, searchableChange, titleDocument } from '../core/conversation/searchable-events.ts';
import { isVitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import type { EventStore, Stores } from '../stores/stores.ts';

/**
 * Brings what logs say into the search index: each log from where the index has it, so that nothing is missed
 * if a process ends in between, and whoever comes first does it. One log at a time, a few events at a time.
 */
export interface SearchIndexer {
  /** The same store; every append of this process is indexed soon after. */
  followed(events: EventStore): EventStore;
  /** Resolves once all that this process has appended before is indexed, or could not be. */
  upToDate(): Promise<void>;
  /** Indexes what earlier processes have left, the latest conversations first, while nothing newer waits. */
  catchUp(): void;
  /** Not everything that there was can be found yet. */
  isCatchingUp(): boolean;
  /** Resolves once nothing waits that this process knows of. */
  settled(): Promise<void>;
  /** Stops after what is being done. */
  close(): Promise<void>;
}

type IndexedStores = Pick<Stores, 'events' | 'conversations' | 'artifacts' | 'search'>;

const retryMs = 1_000;

/** @param onError a store that fails is asked again and again; this is called for each failure */
export function createSearchIndexer(stores: IndexedStores, onError: (error: unknown) => void): SearchIndexer {
  /** Conversations with new events. */
  const grown = new Map<string, PromiseWithResolvers<void>>();
  /** Conversations of which an earlier process may have left something; `null`: all, to be listed first. */
  const left = new Set<string | null>();
  let working: Promise<void> | null = null;
  let current: Promise<void> | null = null;
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;

  const start = () => {
    if (working !== null || isClosed()) return;
    working = work().finally(() => {
      working = null;
      if (grown.size + left.size > 0) start();
    });
  };

  async function work(): Promise<void> {
    for (let next = nextOf(grown, left); next !== undefined && !isClosed(); next = nextOf(grown, left)) {
      const waiting = next === null ? undefined : grown.get(next);
      current = waiting?.promise ?? null;
      // What comes meanwhile is a reason to look at it once more.
      if (next !== null) grown.delete(next);
      try {
        if (next === null) for (const { id } of await stores.conversations.list()) left.add(id);
        else await indexLog(stores, next, isClosed);
        left.delete(next);
      } catch (error) {
        onError(error);
        // Any other error would come again: it waits until the log grows, or for the next start.
        if (isVitrineError(error) && error.code === 'storage_unavailable') {
          left.add(next);
          await wait(retryMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
        } else left.delete(next);
      } finally {
        waiting?.resolve();
      }
      // Requests are answered in between.
      await nextTurn();
    }
  }

  return {
    followed: (events) => ({
      ...events,
      async append(conversationId, ...rest) {
        const result = await events.append(conversationId, ...rest);
        if (result.status !== 'appended') return result;
        if (!grown.has(conversationId)) grown.set(conversationId, Promise.withResolvers());
        start();
        return result;
      },
    }),
    async upToDate() {
      if (!isClosed()) await Promise.all([current, ...Array.from(grown.values(), ({ promise }) => promise)]);
    },
    catchUp() {
      left.add(null);
      start();
    },
    isCatchingUp: () => left.size > 0,
    async settled() {
      while (working !== null) await working;
    },
    async close() {
      closing.abort();
      await working;
      for (const { resolve } of grown.values()) resolve();
    },
  };
}

/** What has just grown comes first. `undefined`: nothing waits. */
function nextOf(
  grown: ReadonlyMap<string, unknown>,
  left: ReadonlySet<string | null>,
): string | null | undefined {
  for (const id of grown.keys()) return id;
  for (const id of left) return id;
  return undefined;
}

async function indexLog(
  stores: IndexedStores,
  conversationId: string,
  isClosed: () => boolean,
): Promise<void> {
  const { events, search, conversations } = stores;
  let from = await search.indexedTo(conversationId);
  for (let hasMore = true; hasMore && !isClosed(); ) {
    const batch = await events.read(conversationId, { durable: from, live: null }, limits.indexedAtOnce);
    const to = batch.durable.at(-1)?.id;
    if (to === undefined) return;
    const conversation = from === null ? await conversations.get(conversationId) : null;
    const { put, ...change } = searchableChange(
      conversationId,
      batch.durable,
      await readArtifacts(stores, artifactsIn(batch.durable)),
    );
    const title = conversation && firstTitle(conversation);
    const added = title && put.every(({ id }) => id !== title.id) ? [title, ...put] : put;
    // Another process was faster, or there is no such conversation any more.
    if (!(await search.index(conversationId, { ...change, from, to, put: added }))) return;
    from = to;
    hasMore = batch.hasMore;
    await nextTurn();
  }
}

/** A conversation that was made with a title has no event that says it. */
const firstTitle = ({ id, title, createdAt, createdBy }: Conversation) =>
  titleDocument(id, title, { timestamp: createdAt, by: createdBy });

async function readArtifacts(
  { artifacts }: IndexedStores,
  { own, named }: ReturnType<typeof artifactsIn>,
): Promise<Map<string, ArtifactMetadata>> {
  const found = new Map<string, ArtifactMetadata>();
  for (const id of new Set([...own, ...named])) {
    const record = await artifacts.get(id);
    if (record !== null) found.set(id, record.metadata);
    for (const part of own.has(id) ? (record?.metadata.parts ?? []) : []) {
      const companion = await artifacts.get(part.artifactId);
      if (companion !== null) found.set(part.artifactId, companion.metadata);
    }
  }
  return found;
}
