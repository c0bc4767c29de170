import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../../lib/stores/open-stores.ts';
import type { Stores } from '../../lib/stores/stores.ts';
import { apiRoutes, pageRoutes } from '../support/api-routes.ts';
import { freePort } from '../support/free-port.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import {
  addSubjects,
  addTeam,
  canary,
  headersOf,
  people,
  type Team,
  type Who,
} from '../support/rights-stage.ts';
import { type Expected, type Row, rows } from '../support/rights-table.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

let redis: RedisServer;
let stores: Stores;
let server: VitrineServer;
let members: Team;
beforeAll(async () => {
  redis = await startRedisServer();
  const port = await freePort();
  const environment = {
    REDIS_URL: redis.url,
    VITRINE_SIGN_IN: 'invites',
    VITRINE_BASE_URL: `http://127.0.0.1:${port}`,
  };
  server = await startVitrine({ port, environment });
  stores = openStores({
    redisUrl: redis.url,
    dataDir: tempFolder(),
    artifactTtlSeconds: 1_800,
    nowMs: Date.now,
  });
  members = await addTeam(stores);
  await stores.settings.change({ linkShares: true });
});
afterAll(async () => {
  await stores?.close();
  await server?.end();
  await redis?.stop();
});

/** The route with its parameters filled in, one after another, and what stands behind them. */
function addressOf(route: string, wanted: string, subjects: Record<string, string>): string {
  const [, path = ''] = route.split(' ');
  const [names = '', query] = wanted.split('?');
  const values = names === '' ? [] : names.split('/');
  const filled = path.replaceAll(/:\w+/g, () => values.shift() ?? '');
  const address = query === undefined ? filled : `${filled}?${query}`;
  return address.replaceAll(/\$(\w+)/g, (_, name: string) => subjects[name] ?? name);
}

async function ask(who: Who, [route, path, , body]: Row, method = route.split(' ')[0] ?? '') {
  const subjects = await addSubjects(stores, members);
  const given = await headersOf(stores, members, who, subjects.link ?? '');
  const stop = new AbortController();
  const response = await fetch(`${server.url}${addressOf(route, path, subjects)}`, {
    method,
    redirect: 'manual',
    signal: stop.signal,
    headers: {
      Origin: server.url,
      'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...given,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? await firstOf(response) : await response.text();
  stop.abort();
  return { status: response.status, text, headers: response.headers };
}

/** What a stream tells at once. */
async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), 300));
  const decoder = new TextDecoder();
  for (let text = ''; ; ) {
    const chunk = await Promise.race([reader?.read(), silence]);
    if (!chunk || chunk.done) return text;
    text += decoder.decode(chunk.value, { stream: true });
  }
}

/** The one answer that a browser may store: an artifact's bytes, which it asks about by their hash before it shows them again. */
const mayBeStored = ([route, path]: Row, status: number): boolean =>
  /^GET \/api\/(artifacts|outputs)\/:id$/.test(route) && !path.includes('?') && status === 200;

const named = rows.map((row): [string, Row] => [`${row[0]} ${row[1]} ${JSON.stringify(row[3] ?? '')}`, row]);
const insiders: Who[] = ['member', 'author', 'admin'];

test('every route there is stands in the table, and none besides', () => {
  expect([...new Set(rows.map(([route]) => route))].sort()).toEqual(apiRoutes());
});

describe('each is answered as the table says, and stored by no cache', () => {
  test.each(named)('%s', async (_, row) => {
    const found: Partial<Expected> = {};
    for (const who of people) {
      const { status, text, headers } = await ask(who, row);
      found[who] = status;
      const stored = mayBeStored(row, status) ? /^private, no-cache$/ : /\bno-store\b/;
      expect(headers.get('cache-control'), `as ${who}`).toMatch(stored);
      if (!insiders.includes(who)) expect(text, `as ${who}`).not.toContain(canary);
    }
    expect(found).toEqual(row[2]);
  });
});

test('no page is stored by any cache', async () => {
  const subjects = await addSubjects(stores, members);
  for (const route of pageRoutes()) {
    const path = route.replace(':id', subjects.conversation ?? '').replace(':token', subjects.link ?? '');
    for (const who of people)
      for (const wanted of [path, `${path.replace(/\/$/, '')}/nothing`]) {
        const given = await headersOf(stores, members, who, subjects.link ?? '');
        const response = await fetch(`${server.url}${wanted}`, { headers: given, redirect: 'manual' });
        await response.text();
        expect(response.headers.get('cache-control'), `${wanted} as ${who}`).toMatch(/\bno-store\b/);
      }
  }
});

test('HEAD tells no more than GET does', async () => {
  for (const row of rows.filter(([route]) => route.startsWith('GET')))
    for (const who of people.filter((one) => row[2][one] >= 400)) {
      const { status, headers } = await ask(who, row, 'HEAD');
      expect(status, `${row[0]} as ${who}`).toBe(row[2][who]);
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('content-disposition')).toBeNull();
    }
});
