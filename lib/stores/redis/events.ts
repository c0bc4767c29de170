import { z } from 'zod';
import { type DurableEvent, type EphemeralEvent, parseEvent } from '#lib/core/vocabulary/events.ts';
import type { AppendResult, EventStore } from '../stores.ts';
import { whatIsIn } from '../what-is-in.ts';
import { createAppendListeners } from './append-listeners.ts';
import type { RedisConnection } from './connection.ts';
import { appendLiveScript, appendScript, readDurableScript, readScript } from './event-scripts.ts';
import type { RedisKeys } from './keys.ts';
import { streamId } from './stream-id.ts';
import type { Subscriber } from './subscriber.ts';

/** A stream entry: its ID, and one field with the event as JSON. */
const entrySchema = z.tuple([z.string(), z.tuple([z.literal('event'), z.string()])]);
type Entry = z.infer<typeof entrySchema>;

const readReplySchema = z.tuple([z.number(), z.array(entrySchema), z.array(entrySchema)]);
const appendReplySchema = z.union([
  z.tuple([z.literal('lease_lost')]),
  z.tuple([z.literal('repeated'), z.string(), z.string()]),
  z.tuple([z.literal('appended')], z.string()),
]);

/**
 * The log is a Redis Stream whose entry IDs are the event IDs; the live buffer is a second stream with
 * separate IDs.
 */
export function createEvents(
  connection: RedisConnection,
  subscriber: Subscriber,
  keys: RedisKeys,
): EventStore {
  const listeners = createAppendListeners(subscriber, keys.appended);
  return {
    async append(conversationId, events, options = {}): Promise<AppendResult> {
      const reply = await connection.runScript(
        appendScript,
        [
          keys.events(conversationId),
          keys.live(conversationId),
          keys.onceKeys(conversationId),
          keys.lease(conversationId),
        ],
        [
          JSON.stringify({ ...options, channel: keys.appended(conversationId) }),
          ...events.map((event) => JSON.stringify(event)),
        ],
      );
      const [status, ...values] = appendReplySchema.parse(reply);
      if (status === 'lease_lost') return { status };
      if (status === 'repeated') {
        const [id = '', body = ''] = values;
        return { status, event: durable([id, ['event', body]]) };
      }
      return { status, events: events.map((event, at) => ({ ...event, id: values[at] }) as DurableEvent) };
    },

    async appendLive(conversationId, events, { replacesLive = false } = {}) {
      await connection.runScript(
        appendLiveScript,
        [keys.live(conversationId), keys.events(conversationId)],
        [
          keys.appended(conversationId),
          replacesLive ? 1 : 0,
          whatIsIn(events),
          ...events.map((event) => JSON.stringify(event)),
        ],
      );
    },

    async readDurable(conversationId, after, limit) {
      const reply = await connection.runScript(
        readDurableScript,
        [keys.events(conversationId)],
        [limit, streamId(after)],
      );
      const entries = z.array(entrySchema).parse(reply);
      return { durable: entries.slice(0, limit).map(durable), hasMore: entries.length > limit };
    },

    async read(conversationId, after, limit, { mayLag = false } = {}) {
      const announced = mayLag ? listeners.wordsOf(conversationId)?.readOn(after) : null;
      if (announced) return announced;
      const reply = await connection.runScript(
        readScript,
        [keys.events(conversationId), keys.live(conversationId)],
        [limit, streamId(after.durable), streamId(after.live)],
      );
      const [isKnown, entries, live] = readReplySchema.parse(reply);
      const found = entries.slice(0, limit).map(durable);
      return {
        durable: found,
        live: live.map(([, [, body]]) => parseEvent(JSON.parse(body)) as EphemeralEvent),
        position: {
          durable: found.at(-1)?.id ?? (isKnown ? after.durable : null),
          live: live.at(-1)?.[0] ?? after.live,
        },
        hasMore: entries.length > limit,
      };
    },

    subscribe: listeners.listen,
  };
}

const durable = ([id, [, body]]: Entry): DurableEvent =>
  parseEvent({ ...JSON.parse(body), id }) as DurableEvent;
