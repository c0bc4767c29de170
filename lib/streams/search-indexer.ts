import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import {
  artifactsIn,
  changesMessages,
  type IndexedArtifact,
  searchableChange,
  titleDocument,
} from '../core/conversation/searchable-events.ts';
import { isVitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import type { EventStore, Stores } from '../stores/stores.ts';

/**
 * Brings what logs say into the search index: each log from where the index has it, so that nothing is missed
 * if a process ends in between, and whoever comes first does it. One log at a time, a few events at a time.
 */
export interface SearchIndexer {
  /** The same store; every append of this process is indexed soon after. */
  followed(events: EventStore): EventStore;
  /**
   * Waits until all that this process has appended before is indexed, for a second at most. Resolves to whether
   * everything can be found now, as far as this process knows.
   */
  upToDate(): Promise<boolean>;
  /** Indexes what earlier processes have left, while nothing newer waits, the oldest conversations first. */
  catchUp(): void;
  /** Resolves once nothing is being done. */
  settled(): Promise<void>;
  /** Stops after what is being done. */
  close(): Promise<void>;
}

type IndexedStores = Pick<Stores, 'events' | 'conversations' | 'artifacts' | 'search'>;

const firstRetryMs = 1_000;
const lastRetryMs = 30_000;

/** @param onError what failed is tried again, unless only new events could change that; called for each failure */
export function createSearchIndexer(stores: IndexedStores, onError: (error: unknown) => void): SearchIndexer {
  /** Conversations with new events. */
  const grown = new Map<string, PromiseWithResolvers<void>>();
  /** Conversations of which something may have been left; `null`: all, to be listed first. */
  const left = new Set<string | null>();
  let working: Promise<void> | null = null;
  let current: Promise<void> | null = null;
  /** After a failure, what is left waits; what has just grown does not. */
  let retry: NodeJS.Timeout | null = null;
  let retryMs = firstRetryMs;
  let isClosed = false;

  const next = (): string | null | undefined =>
    firstOf(grown.keys()) ?? (retry === null ? firstOf(left) : undefined);

  const start = () => {
    if (working !== null || isClosed) return;
    working = work().finally(() => {
      working = null;
      if (next() !== undefined) start();
    });
  };

  const grow = (conversationId: string) => {
    if (!grown.has(conversationId)) grown.set(conversationId, Promise.withResolvers());
    start();
  };

  async function work(): Promise<void> {
    for (let id = next(); id !== undefined && !isClosed; id = next()) {
      const waiting = id === null ? undefined : grown.get(id);
      current = waiting?.promise ?? null;
      // What comes meanwhile is a reason to look at it once more.
      if (id !== null) grown.delete(id);
      try {
        if (id === null) await leaveAll();
        else if (await indexParts(id)) moveToEnd(id);
        else left.delete(id);
        retryMs = firstRetryMs;
      } catch (error) {
        onError(error);
        // Any other error would come again: it waits until the log grows, or for the next start.
        if (id === null || (isVitrineError(error) && error.code === 'storage_unavailable')) tryLater(id);
        else left.delete(id);
      } finally {
        waiting?.resolve();
      }
      // Requests are answered in between.
      await nextTurn();
    }
  }

  /** @returns whether there is more, which is left for later because it may be a lot */
  async function indexParts(id: string): Promise<boolean> {
    for (;;) {
      if (!(await indexPart(stores, id))) return false;
      if (left.has(id) || isClosed) return true;
      await nextTurn();
    }
  }

  async function leaveAll(): Promise<void> {
    // What was added last is found first.
    for (const { id } of (await stores.conversations.list()).toReversed()) left.add(id);
    left.delete(null);
  }

  function moveToEnd(id: string | null): void {
    left.delete(id);
    left.add(id);
  }

  function tryLater(id: string | null): void {
    moveToEnd(id);
    if (retry !== null || isClosed) return;
    retry = setTimeout(() => {
      retry = null;
      start();
    }, retryMs);
    retry.unref();
    retryMs = Math.min(lastRetryMs, retryMs * 2);
  }

  return {
    followed: (events) => ({
      ...events,
      async append(conversationId, ...rest) {
        let isElsewhere = false;
        try {
          const result = await events.append(conversationId, ...rest);
          isElsewhere = result.status === 'lease_lost';
          return result;
        } finally {
          // Of a failed one it is not known whether it was done.
          if (!isElsewhere) grow(conversationId);
        }
      },
    }),
    async upToDate() {
      const waiting = [current, ...Array.from(grown.values(), ({ promise }) => promise)];
      const giveUp = new AbortController();
      const isDone = await Promise.race([
        Promise.all(waiting).then(() => true),
        wait(limits.indexWaitMs, false, { signal: giveUp.signal }).catch(() => false),
      ]);
      giveUp.abort();
      return isDone && left.size === 0;
    },
    catchUp() {
      left.add(null);
      start();
    },
    async settled() {
      while (working !== null) await working;
    },
    async close() {
      isClosed = true;
      if (retry !== null) clearTimeout(retry);
      await working;
      for (const { resolve } of grown.values()) resolve();
    },
  };
}

/** `undefined`: there is none. */
function firstOf<T>(all: Iterable<T>): T | undefined {
  for (const one of all) return one;
  return undefined;
}

/** Indexes some events of a log. @returns whether there are more */
async function indexPart(stores: IndexedStores, conversationId: string): Promise<boolean> {
  const { events, search, conversations } = stores;
  const from = await search.indexedTo(conversationId);
  const batch = await events.readDurable(conversationId, from, limits.indexedAtOnce);
  const some = startOf(batch.durable);
  const to = some.at(-1)?.id;
  if (to === undefined) return false;
  const { put, remove, kept } = searchableChange(conversationId, some, {
    artifacts: await readArtifacts(stores, artifactsIn(some)),
    log: changesMessages(some) ? await readAll(events, conversationId) : null,
  });
  const conversation = from === null ? await conversations.get(conversationId) : null;
  const title = conversation && firstTitle(conversation);
  const isNamed = put.some(({ id }) => id === conversationId) || remove.includes(conversationId);
  const added = title && !isNamed ? [title, ...put] : put;
  if (await search.index(conversationId, { from, to, put: added, remove, kept })) {
    return batch.hasMore || some.length < batch.durable.length;
  }
  // Another process was faster, and may have known less; or there is no such conversation any more.
  return (await search.indexedTo(conversationId)) !== from;
}

/** As many as are indexed at once: by their length, but at least one. */
function startOf(events: readonly DurableEvent[]): DurableEvent[] {
  let length = 0;
  const end = events.findIndex(({ data }, index) => {
    length += 'content' in data ? data.content.length : 0;
    return index > 0 && length > limits.indexedCharacters;
  });
  return events.slice(0, end === -1 ? events.length : end);
}

async function readAll(events: EventStore, conversationId: string): Promise<DurableEvent[]> {
  const log: DurableEvent[] = [];
  for (let hasMore = true; hasMore; ) {
    const batch = await events.readDurable(conversationId, log.at(-1)?.id ?? null, limits.eventsPerPage);
    log.push(...batch.durable);
    hasMore = batch.hasMore;
    await nextTurn();
  }
  return log;
}

/** A conversation that was made with a title has no event that says it. */
const firstTitle = ({ id, title, createdAt, createdBy }: Conversation) =>
  titleDocument(id, title, { timestamp: createdAt, by: createdBy });

async function readArtifacts(
  { artifacts }: IndexedStores,
  { own, named }: ReturnType<typeof artifactsIn>,
): Promise<Map<string, IndexedArtifact>> {
  const found = new Map<string, IndexedArtifact>();
  const add = async (id: string) => {
    const record = await artifacts.get(id);
    if (record !== null) found.set(id, { metadata: record.metadata, isKept: record.isKept });
    return record?.metadata.parts ?? [];
  };
  for (const id of new Set([...own, ...named])) {
    const parts = await add(id);
    for (const { artifactId } of own.has(id) ? parts : []) await add(artifactId);
  }
  return found;
}
