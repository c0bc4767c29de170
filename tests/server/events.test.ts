import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { ask, createConversation, readEvents, send, until, untilFinished } from '../support/conversations.ts';
import { openEventStream } from '../support/event-stream.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard } from '../support/stage.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';

/** Opened once both readers have heard half of the answer. */
const gate = Promise.withResolvers<void>();
let stage: SharedStage;
let server: VitrineServer;

beforeAll(async () => {
  const text = 'one two three four five six seven eight nine ten';
  stage = await openSharedStage({
    script: (request) =>
      heard(request) === 'half, then wait'
        ? { text, pauses: { afterWords: 6, until: gate.promise } }
        : { text, delayMs: 40 },
  });
  server = stage.server;
});
afterAll(async () => await stage?.close());

const streamOf = (id: string, headers: Record<string, string> = {}) =>
  openEventStream(`${server.url}/api/conversations/${id}/events`, headers);

describe('a conversation’s stream', () => {
  test('replays the log, then follows it; durable events carry their cursor, live ones none', async () => {
    const id = await createConversation(server);
    await ask(server, id, 'first');
    const stream = await streamOf(id);
    await send(server, id, 'second');
    await until(
      'the second run to end in the stream',
      async () => stream.events().filter((event) => event.type === 'run.finished').length === 2,
    );
    stream.close();
    const durable = stream.messages.filter((message) => message.id !== null);
    expect(durable.map((message) => JSON.parse(message.data))).toEqual(await readEvents(server, id));
    expect(
      durable.every((message) => JSON.parse(message.data).id === message.id && message.event === null),
    ).toBe(true);
    const live = stream.messages
      .filter((message) => message.id === null)
      .map((message) => JSON.parse(message.data));
    expect(live.some((event) => event.type === 'assistant.message_delta')).toBe(true);
    expect(live.every((event) => event.ephemeral === true && event.id === null)).toBe(true);
  });

  test('gives who comes in the middle of an answer all of it: what was said, and what comes', async () => {
    const id = await createConversation(server);
    const { runId } = await send(server, id, 'half, then wait');
    const early = await streamOf(id);
    await until(
      'some words',
      async () => (reduceEvents(early.events()).live?.text.split(' ').length ?? 0) > 4,
    );
    const late = await streamOf(id);
    await until('the late reader to hear words', async () =>
      (reduceEvents(late.events()).live?.text ?? '').startsWith('one two three'),
    );
    gate.resolve();
    await untilFinished(server, id, runId);
    await until('both to be done', async () =>
      [early, late].every((reader) => reader.events().some((event) => event.type === 'run.finished')),
    );
    const [one, two] = [reduceEvents(early.events()), reduceEvents(late.events())];
    expect(two).toEqual(one);
    early.close();
    late.close();
  });

  test('goes on after the cursor that Last-Event-ID names', async () => {
    const id = await createConversation(server);
    await ask(server, id, 'first');
    const events = await readEvents(server, id);
    const middle = events[2]?.id ?? '';
    const stream = await streamOf(id, { 'Last-Event-ID': middle });
    await until('the rest', async () => stream.events().some((event) => event.type === 'run.finished'));
    stream.close();
    expect(stream.messages.filter((message) => message.id).map((message) => message.id)).toEqual(
      events.slice(3).map((event) => event.id),
    );
  });

  test('begins at the beginning for a Last-Event-ID of another conversation, an unknown and a malformed one', async () => {
    const [id, other] = [await createConversation(server), await createConversation(server)];
    await ask(server, id, 'first');
    await ask(server, other, 'first');
    const foreign = (await readEvents(server, other)).at(-1)?.id ?? '';
    const all = (await readEvents(server, id)).map((event) => event.id);
    for (const cursor of [foreign, '999999', 'x', '-1', '1; DROP TABLE events']) {
      const stream = await streamOf(id, { 'Last-Event-ID': cursor });
      await until(
        'the whole log',
        async () => stream.messages.filter((message) => message.id).length >= all.length,
      );
      stream.close();
      expect(stream.messages.filter((message) => message.id).map((message) => message.id)).toEqual(all);
    }
  });

  test('is read byte by byte by one client, which slows down nobody and loses nothing', async () => {
    const id = await createConversation(server);
    await ask(server, id, 'first');
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.write(`GET /api/conversations/${id}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    // Nothing is read but one byte at a time, and in the end only a part.
    const reading = setInterval(() => {
      if (text.length < 500) text += socket.read(1)?.toString('latin1') ?? '';
    }, 20);
    const others = await streamOf(id);
    for (const words of ['second', 'third']) await ask(server, id, words);
    await until(
      'the third run to end for the others',
      async () => others.events().filter((event) => event.type === 'run.finished').length === 3,
    );
    others.close();
    clearInterval(reading);
    const log = await readEvents(server, id);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    await until('the last event', async () => text.includes(`"id":"${log.at(-1)?.id}"`));
    socket.destroy();
    const positions = log.map((event) => text.indexOf(`\nid: ${event.id}\n`));
    expect(positions.every((position, index) => position > (positions[index - 1] ?? 0))).toBe(true);
  });

  test('is paged as JSON by the same cursor, durable events only', async () => {
    const id = await createConversation(server);
    await ask(server, id, 'first');
    const all = await readEvents(server, id);
    const paged: unknown[] = [];
    let cursor = '';
    for (;;) {
      const path = `/api/conversations/${id}/events?limit=2${cursor ? `&after=${cursor}` : ''}`;
      const page = await (await server.request(path, { headers: { Accept: 'application/json' } })).json();
      if (page.events.length === 0) break;
      expect(page.events.length).toBeLessThanOrEqual(2);
      paged.push(...page.events);
      cursor = page.cursor;
    }
    expect(paged).toEqual(all);
  });
});

describe('the stream of a browser', () => {
  test('carries several conversations, each from its cursor, and says when the past has been sent', async () => {
    const [one, two] = [await createConversation(server), await createConversation(server)];
    await ask(server, one, 'first');
    const cursor = (await readEvents(server, one)).at(-1)?.id;
    const stream = await openEventStream(
      `${server.url}/api/events?conversation=${one}@${cursor}&conversation=${two}`,
    );
    await until('ready', async () => stream.messages.some((message) => message.event === 'ready'));
    const past = stream.messages
      .filter((message) => message.event === null)
      .map((message) => JSON.parse(message.data));
    expect(past.filter((message) => message.conversationId === two)).toHaveLength(1);
    expect(
      past.filter((message) => message.conversationId === one && message.event.id !== null),
    ).toHaveLength(0);
    await send(server, two, 'go');
    await until('the second to be followed', async () =>
      stream.messages.some((message) => message.data.includes('run.finished') && message.data.includes(two)),
    );
    stream.close();
  });

  test('leaves out a conversation that is gone, tells nothing of it, and follows the others', async () => {
    const [id, gone] = [await createConversation(server), await createConversation(server)];
    await server.request(`/api/conversations/${gone}`, { method: 'DELETE' });
    const stream = await openEventStream(`${server.url}/api/events?conversation=${gone}&conversation=${id}`);
    await until('ready', async () => stream.messages.some((message) => message.event === 'ready'));
    await send(server, id, 'go');
    await until('the run to end', async () =>
      stream.messages.some((message) => message.data.includes('run.finished')),
    );
    stream.close();
    expect(stream.text()).not.toContain(gone);
  });

  test('is refused without a conversation, and with what is no ID', async () => {
    expect((await server.request('/api/events?conversation=x')).status).toBe(400);
  });
});

test('at most 20 streams are open for a member; closing one makes room', async () => {
  const id = await createConversation(server);
  const streams = await Promise.all(Array.from({ length: 20 }, () => streamOf(id)));
  expect(streams.map((stream) => stream.status)).toEqual(Array.from({ length: 20 }, () => 200));
  const refused = await server.request(`/api/conversations/${id}/events`);
  expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).code]).toEqual([
    429,
    '5',
    'too_many_streams',
  ]);
  streams[0]?.close();
  await until('room for another', async () => {
    const again = await streamOf(id);
    again.close();
    return again.status === 200;
  });
  for (const stream of streams) stream.close();
});

test('HEAD opens no stream', async () => {
  const id = await createConversation(server);
  for (let index = 0; index < 25; index += 1) {
    const path = index % 2 === 0 ? `/api/conversations/${id}/events` : `/api/events?conversation=${id}`;
    expect((await server.request(path, { method: 'HEAD' })).status).toBe(200);
  }
  const stream = await streamOf(id);
  stream.close();
  expect(stream.status).toBe(200);
});
