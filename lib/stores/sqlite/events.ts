import { EventEmitter } from 'node:events';
import { limits } from '#lib/core/limits.ts';
import { type DurableEvent, type EphemeralEvent, parseEvent } from '#lib/core/vocabulary/events.ts';
import type { AppendResult, EventStore } from '../stores.ts';
import { whatIsIn } from '../what-is-in.ts';
import type { Database, Row } from './database.ts';
import { rowId } from './row-id.ts';
import { steadyMs } from './steady-clock.ts';

export function createEvents(database: Database, nowMs: () => number): EventStore {
  const appended = new EventEmitter().setMaxListeners(0);
  return {
    async append(conversationId, events, options = {}) {
      const result = database.transaction(() => append(database, conversationId, events, options));
      if (result.status === 'appended') appended.emit(conversationId, 'anything');
      return result;
    },

    async appendLive(conversationId, events, { replacesLive = false } = {}) {
      const write = () => {
        if (replacesLive) dropLive(database, conversationId);
        for (const event of events) {
          const { lastId } = database.run(
            'INSERT INTO live_events (conversation_id, created_ms, body) VALUES (?, ?, ?)',
            conversationId,
            nowMs(),
            JSON.stringify(event),
          );
          if (lastId % 1_000 === 0) trimLive(database, conversationId);
        }
      };
      // Many a second, and what they become is appended soon.
      database.transaction(write, { mayBeLost: true });
      appended.emit(conversationId, whatIsIn(events));
    },

    async readDurable(conversationId, after, limit) {
      const { durable: found, hasMore } = readDurable(database, conversationId, after, limit);
      return { durable: found, hasMore };
    },

    read: async (conversationId, after, limit) => read(database, nowMs(), conversationId, after, limit),

    subscribe(conversationId, onAppend) {
      appended.on(conversationId, onAppend);
      return () => appended.off(conversationId, onAppend);
    },
  };
}

/** Inside a transaction. */
function append(
  database: Database,
  conversationId: string,
  events: Parameters<EventStore['append']>[1],
  { leaseToken, onceKey, dropsLive }: NonNullable<Parameters<EventStore['append']>[2]>,
): AppendResult {
  if (leaseToken !== undefined && !holdsLease(database, conversationId, leaseToken)) {
    return { status: 'lease_lost' };
  }
  if (onceKey !== undefined) {
    const used = database.get(
      'SELECT event_id FROM once_keys WHERE conversation_id = ? AND key = ?',
      conversationId,
      onceKey,
    );
    if (used) return { status: 'repeated', event: find(database, conversationId, Number(used.event_id)) };
  }
  const stored = events.map((event) => {
    const { lastId } = database.run(
      'INSERT INTO events (conversation_id, body) VALUES (?, ?)',
      conversationId,
      JSON.stringify(event),
    );
    return { ...event, id: String(lastId) } as DurableEvent;
  });
  const first = stored[0];
  if (onceKey !== undefined && first) {
    database.run('INSERT INTO once_keys VALUES (?, ?, ?)', conversationId, onceKey, Number(first.id));
  }
  if (dropsLive) dropLive(database, conversationId);
  return { status: 'appended', events: stored };
}

function read(
  database: Database,
  nowMs: number,
  conversationId: string,
  after: Parameters<EventStore['read']>[1],
  limit: number,
): Awaited<ReturnType<EventStore['read']>> {
  const { durable: found, hasMore, from } = readDurable(database, conversationId, after.durable, limit);
  const position = { durable: found.at(-1)?.id ?? (from === 0 ? null : String(from)), live: after.live };
  if (hasMore) return { durable: found, live: [], position, hasMore };
  const live = database.all(
    'SELECT id, body FROM live_events WHERE conversation_id = ? AND id > ? AND created_ms > ? ORDER BY id',
    conversationId,
    rowId(after.live),
    nowMs - limits.liveSeconds * 1000,
  );
  const lastLive = live.at(-1);
  return {
    durable: found,
    live: live.map((row) => parseEvent(JSON.parse(String(row.body))) as EphemeralEvent),
    position: { ...position, live: lastLive ? String(lastLive.id) : after.live },
    hasMore,
  };
}

/** @returns `from`: the row of the cursor; 0: it is none of this conversation */
function readDurable(database: Database, conversationId: string, after: string | null, limit: number) {
  const from = startAfter(database, conversationId, after);
  const rows = database.all(
    'SELECT id, body FROM events WHERE conversation_id = ? AND id > ? ORDER BY id LIMIT ?',
    conversationId,
    from,
    limit + 1,
  );
  return { durable: rows.slice(0, limit).map(durable), hasMore: rows.length > limit, from };
}

function find(database: Database, conversationId: string, id: number): DurableEvent {
  const row = database.get(
    'SELECT id, body FROM events WHERE id = ? AND conversation_id = ?',
    id,
    conversationId,
  );
  if (!row) throw new Error(`event ${id} is missing`);
  return durable(row);
}

/** A cursor that is not an event of this conversation reads from the start. */
function startAfter(database: Database, conversationId: string, cursor: string | null): number {
  const id = rowId(cursor);
  const known = database.get('SELECT 1 FROM events WHERE id = ? AND conversation_id = ?', id, conversationId);
  return known ? id : 0;
}

const durable = (row: Row): DurableEvent =>
  parseEvent({ ...JSON.parse(String(row.body)), id: String(row.id) }) as DurableEvent;

const holdsLease = (database: Database, conversationId: string, token: string): boolean =>
  database.get(
    'SELECT 1 FROM leases WHERE conversation_id = ? AND token = ? AND expires_ms > ?',
    conversationId,
    token,
    steadyMs(),
  ) !== undefined;

function dropLive(database: Database, conversationId: string): void {
  database.run('DELETE FROM live_events WHERE conversation_id = ?', conversationId);
}

function trimLive(database: Database, conversationId: string): void {
  database.run(
    `DELETE FROM live_events WHERE conversation_id = ? AND id <= (
       SELECT id FROM live_events WHERE conversation_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    conversationId,
    conversationId,
    limits.liveEvents,
  );
}
