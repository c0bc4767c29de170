import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { type ConversationEvent, durableEvent, ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { createConversationReader, type Follower } from '#lib/streams/conversation-reader.ts';

const id = 'conv_reader';
const now = '2026-11-22T00:00:00.000Z';

let dataDir: string;
let stores: Stores;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-reader-'));
  stores = openSqliteStores({ dataDir, artifactTtlSeconds: 1_800, nowMs: Date.now });
});
afterEach(async () => {
  await stores.close();
  rmSync(dataDir, { recursive: true });
});

interface Heard extends Follower {
  events: ConversationEvent[];
}

function newFollower(): Heard {
  const events: ConversationEvent[] = [];
  const decoder = new TextDecoder();
  const send: Follower['send'] = (frames) => {
    for (const frame of frames)
      events.push(JSON.parse(/data: (.*)/.exec(decoder.decode(frame.single()))?.[1] ?? ''));
  };
  return {
    events,
    send,
    async replay(frames) {
      send(frames);
      return true;
    },
  };
}

const renamed = (title: string) => durableEvent('conversation.renamed', { title }, now);
const durableIds = (events: ConversationEvent[]) => events.flatMap((event) => event.id ?? []);
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('followers that join while events come fast get each durable event once, in order', async () => {
  const reader = createConversationReader(stores.events, id, () => {});
  const followers: Heard[] = [];
  const joining: Promise<unknown>[] = [];
  for (let index = 0; index < 200; index += 1) {
    await stores.events.append(id, [renamed(`title ${index}`)]);
    if (index % 20 !== 0) continue;
    const follower = newFollower();
    followers.push(follower);
    joining.push(reader.follow(follower, null));
  }
  await Promise.all(joining);
  await settle();
  const all = (await stores.events.read(id, { durable: null, live: null }, 1_000)).durable.map(
    (event) => event.id,
  );
  expect(all).toHaveLength(200);
  for (const follower of followers) expect(durableIds(follower.events)).toEqual(all);
});

test('an event is encoded once, and all followers get the same bytes', async () => {
  const reader = createConversationReader(stores.events, id, () => {});
  const got: Uint8Array[][] = [[], []];
  for (const bytes of got) {
    const follower: Follower = {
      replay: async () => true,
      send: (frames) => bytes.push(...frames.map((frame) => frame.shared())),
    };
    await reader.follow(follower, null);
  }
  await stores.events.append(id, [renamed('one')]);
  await settle();
  expect(got[0]?.[0]).toBe(got[1]?.[0]);
});

test('live feedback reaches who joins late, and is over when the message is there', async () => {
  const reader = createConversationReader(stores.events, id, () => {});
  const author = { id: 'a', name: 'A' };
  await stores.events.append(id, [
    durableEvent(
      'user.message',
      { messageId: 'msg_u', runId: 'run_1', content: 'hi', author, attachments: [] },
      now,
    ),
    durableEvent('run.started', { runId: 'run_1', messageId: 'msg_u', model: 'm' }, now),
  ]);
  const delta = (deltaContent: string, offset: number) =>
    ephemeralEvent('assistant.message_delta', { messageId: 'msg_a', deltaContent, offset }, now);
  await stores.events.appendLive(id, [delta('Hel', 0)]);
  const late = newFollower();
  await reader.follow(late, null);
  await stores.events.appendLive(id, [delta('lo', 3)]);
  await settle();
  expect(reduceEvents(late.events).live?.text).toBe('Hello');
  await stores.events.append(
    id,
    [durableEvent('assistant.message', { messageId: 'msg_a', content: 'Hello' }, now)],
    { dropsLive: true },
  );
  await settle();
  expect(reduceEvents(late.events)).toMatchObject({ live: null });
  const later = newFollower();
  await reader.follow(later, null);
  expect(later.events.some((event) => event.id === null)).toBe(false);
});

test('a reader without followers lets go of the store', async () => {
  let isDeserted = false;
  const reader = createConversationReader(stores.events, id, () => {
    isDeserted = true;
  });
  const leaveOne = await reader.follow(newFollower(), null);
  const leaveTwo = await reader.follow(newFollower(), null);
  leaveOne();
  expect(isDeserted).toBe(false);
  leaveTwo();
  expect(isDeserted).toBe(true);
});

const words = (deltaContent: string, offset: number) =>
  ephemeralEvent('assistant.message_delta', { messageId: 'msg_1', deltaContent, offset }, now);
const typesOf = ({ events }: Heard) => events.map(({ type }) => type);

test('while a process is busy words come together, and anything else at once, with them before it', async () => {
  const reader = createConversationReader(
    stores.events,
    id,
    () => {},
    () => 60_000,
  );
  const follower = newFollower();
  await reader.follow(follower, null);
  // The first words are sent at once: nothing was sent for long.
  await stores.events.appendLive(id, [words('a', 0)]);
  await settle();
  for (const [index, letter] of ['b', 'c', 'd'].entries())
    await stores.events.appendLive(id, [words(letter, index + 1)]);
  await settle();
  expect(typesOf(follower)).toEqual(['assistant.message_delta']);
  await stores.events.append(id, [renamed('now')]);
  await settle();
  expect(typesOf(follower)).toEqual([
    'assistant.message_delta',
    'conversation.renamed',
    'assistant.message_delta',
  ]);
  expect(follower.events.at(-1)?.data).toMatchObject({ deltaContent: 'bcd', offset: 1 });
  await stores.events.appendLive(id, [words('e', 4)]);
  await stores.events.appendLive(id, [ephemeralEvent('session.idle', {}, now)]);
  await settle();
  expect(typesOf(follower).slice(3)).toEqual(['assistant.message_delta', 'session.idle']);
});

test('words that wait are sent after a while, and not to somebody who has left', async () => {
  let isDeserted = false;
  const reader = createConversationReader(
    stores.events,
    id,
    () => {
      isDeserted = true;
    },
    () => 50,
  );
  const follower = newFollower();
  const leave = await reader.follow(follower, null);
  await stores.events.appendLive(id, [words('a', 0)]);
  await settle();
  await stores.events.appendLive(id, [words('b', 1)]);
  while (follower.events.length < 2) await settle();
  await stores.events.appendLive(id, [words('c', 2)]);
  leave();
  expect(isDeserted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(follower.events).toHaveLength(2);
});
