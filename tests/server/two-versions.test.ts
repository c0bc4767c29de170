import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, send, until, untilFinished } from '../support/conversations.ts';
import { openEventStream } from '../support/event-stream.ts';
import { copyVersion, type OtherVersion } from '../support/other-version.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

/** During an upgrade: a server, and one of another version, on one Redis. */
let redis: RedisServer;
let version: OtherVersion;
let own: VitrineServer;
let other: VitrineServer;
beforeAll(async () => {
  redis = await startRedisServer();
  version = copyVersion();
  const environment = { REDIS_URL: redis.url };
  own = await startVitrine({ environment });
  other = await startVitrine({ environment, launcher: version.launcher });
}, 120_000);
afterAll(async () => {
  await Promise.all([own, other].map((server) => server?.end()));
  version?.remove();
  await redis?.stop();
});

const scriptsOf = async (server: VitrineServer): Promise<string[]> => {
  const html = await (await server.request('/')).text();
  const named = html.matchAll(/\/_next\/static\/chunks\/[\w.~-]+\.(?:js|css)/g);
  return [...new Set(Array.from(named, ([path]) => path))];
};

test('each server has the scripts and styles of the pages of the other', async () => {
  const [ofOwn, ofOther] = [await scriptsOf(own), await scriptsOf(other)];
  expect(ofOther.filter((path) => ofOwn.includes(path))).toEqual([]);
  expect(ofOwn.length + ofOther.length).toBeGreaterThan(20);
  const compare = async (paths: readonly string[], at: VitrineServer, elsewhere: VitrineServer) => {
    for (const path of paths) {
      const [expected, found] = [await at.request(path), await elsewhere.request(path)];
      expect([path, found.status]).toEqual([path, 200]);
      for (const header of ['content-type', 'cache-control'])
        expect(found.headers.get(header)?.toLowerCase()).toBe(expected.headers.get(header)?.toLowerCase());
      expect(await found.text()).toBe(await expected.text());
    }
  };
  await compare(ofOther, other, own);
  await compare(ofOwn, own, other);
});

test('they are sent as asked for, and what no version has is not found', async () => {
  const path = (await scriptsOf(other)).find((each) => each.endsWith('.js')) ?? '';
  const plain = await own.request(path, { headers: { 'Accept-Encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const length = (await plain.arrayBuffer()).byteLength;
  expect(Number(plain.headers.get('content-length') ?? length)).toBe(length);
  const head = await own.request(path, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['none.js', `${path.split('/').at(-1)}x`, '..%2f..%2fBUILD_ID', '%00.js']) {
    const missing = await own.request(`/_next/static/chunks/${name}`);
    expect([name, missing.status]).toEqual([name, 404]);
    expect(missing.headers.get('cache-control') ?? '').not.toContain('immutable');
  }
});

test('a page, and the stream that it follows, name the build of their server', async () => {
  for (const [server, build] of [
    [own, version.build.replace('-other', '')],
    [other, version.build],
  ] as const) {
    expect(await (await server.request('/')).text()).toContain(`data-build="${build}"`);
    const stream = await openEventStream(`${server.url}/api/events`);
    await until('the stream is ready', async () => stream.messages.some(({ event }) => event === 'ready'));
    expect(stream.messages.find(({ event }) => event === 'ready')?.data).toBe(build);
    stream.close();
  }
});

test('a conversation in which a newer version has written goes on, and what it wrote is sent on whole', async () => {
  const id = await createConversation(own);
  await untilFinished(own, id, (await send(own, id, 'help')).runId);
  const newer = {
    ...{ v: 1, timestamp: new Date().toISOString(), parentId: null, type: 'message.translated' },
    data: { messageId: 'msg_1', words: ['Hej'] },
  };
  const connection = new Redis(redis.url);
  await connection.xadd(`vitrine:{${id}}:events`, '*', 'event', JSON.stringify(newer));
  connection.disconnect();
  expect((await own.request(`/c/${id}`)).status).toBe(200);
  const stream = await openEventStream(`${own.url}/api/conversations/${id}/events`);
  const { runId } = await send(other, id, 'help');
  await until('its answer', async () =>
    stream.events().some((event) => event.type === 'run.finished' && event.data.runId === runId),
  );
  expect(stream.events()).toContainEqual({ ...newer, id: expect.any(String) });
  stream.close();
  // Not by the schema of answers, which does not know it either.
  const answer = await fetch(`${other.url}/api/conversations/${id}/events`, {
    headers: { Accept: 'application/json' },
  });
  expect((await answer.json()).events).toContainEqual({ ...newer, id: expect.any(String) });
});

test('a page goes on with its own version after the last server of it has ended', async () => {
  const paths = await scriptsOf(other);
  await other.end('SIGTERM');
  for (const path of paths) expect((await own.request(path)).status).toBe(200);
});
