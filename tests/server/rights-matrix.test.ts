import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { tokenScopes } from '#lib/core/vocabulary/team/api-token.ts';
import { openStores } from '#lib/stores/open-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { createApiToken } from '#lib/team/api-tokens.ts';
import { isoAfter, newId, sampleConversation } from '../contracts/samples.ts';
import { pageRoutes } from '../support/api-routes.ts';
import { expectAnswer } from '../support/expect-answer.ts';
import { expectedStatuses, type Statuses } from '../support/expected-statuses.ts';
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
  workspaceName,
} from '../support/rights-stage.ts';
import { type Example, examples } from '../support/rights-table.ts';
import { routeNamed } from '../support/route-named.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

let redis: RedisServer;
let stores: Stores;
/** Forwards to the runner what needs a workspace. */
let server: VitrineServer;
let runner: VitrineServer;
/** Does all itself. */
let whole: VitrineServer;
let members: Team;
beforeAll(async () => {
  redis = await startRedisServer();
  const port = await freePort();
  const environment = {
    REDIS_URL: redis.url,
    VITRINE_SIGN_IN: 'invites',
    VITRINE_SECRET: 'a secret of thirty-two characters',
    VITRINE_BASE_URL: `http://127.0.0.1:${port}`,
  };
  // By the name that the stage gives its conversations, wherever this repository lies.
  const workspace = join(tempFolder(), workspaceName);
  writeFiles(workspace, { 'notes.txt': 'a note\n' });
  runner = await startVitrine({ environment: { ...environment, VITRINE_ROLE: 'runner' }, workspace });
  server = await startVitrine({
    ...{ port, workspace: '' },
    environment: { ...environment, VITRINE_ROLE: 'web' },
  });
  whole = await startVitrine({ environment, workspace });
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
  await Promise.all([server, runner, whole].map((each) => each?.end()));
  await redis?.stop();
});

type Case = [title: string, name: string, example: Example];
const cases = Object.entries(examples).flatMap(([name, requests]) =>
  requests.map((example): Case => {
    const { path = '', ...rest } = example;
    return [`${name} ${path} ${JSON.stringify(rest)}`, name, example];
  }),
);

/** The path with its parameters filled in, one after another, and the query behind them. */
function addressOf(path: string, wanted: string, subjects: Record<string, string>): string {
  const [names = '', query] = wanted.split('?');
  const values = names === '' ? [] : names.split('/');
  const filled = path.replaceAll(/:\w+/g, () => values.shift() ?? '');
  const address = query === undefined ? filled : `${filled}?${query}`;
  return address.replaceAll(/\$(\w+)/g, (_, name: string) => subjects[name] ?? name);
}

/** From a random address, so that no limit of requests is reached. */
const request = (path: string, init: RequestInit, at = server): Promise<Response> =>
  fetch(`${at.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: {
      Origin: at.url,
      'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      ...init.headers,
    },
  });

interface AskOptions {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** Default: of its own, since it may remove them. */
  subjects?: Record<string, string>;
  at?: VitrineServer;
}

async function ask(who: Who, name: string, { path = '', headers, body }: Example, options: AskOptions = {}) {
  const route = routeNamed(name);
  const { method = route.method, subjects = await addSubjects(stores, members) } = options;
  const session = await headersOf(stores, members, who, subjects.link ?? '');
  const stop = new AbortController();
  const response = await request(
    addressOf(route.path, path, subjects),
    {
      method,
      signal: stop.signal,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
        ...session,
        ...options.headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    },
    options.at,
  );
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? await readPast(response, name) : await response.text();
  stop.abort();
  return { response, text };
}

/** The shared stream says when it has sent what is past; of the other one, which only insiders get, the start is enough. */
const readPast = (response: Response, name: string): Promise<string> =>
  readUntil(response.body, (text) => name !== 'GET /api/events' || text.includes('event: ready'));

async function readUntil(
  body: ReadableStream<Uint8Array> | null,
  isEnough: (text: string) => boolean,
): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (isEnough(text)) break;
  }
  return text;
}

/** The only answer a browser may store: the bytes of an artifact, which it validates by their hash before it shows them again. */
const mayBeStored = (name: string, { path = '' }: Example, status: number): boolean =>
  /^GET \/api\/(artifacts|outputs)\/:id$/.test(name) && !path.includes('?') && status === 200;

const insiders: Who[] = ['member', 'author', 'admin'];

describe('each route answers each person as right, scope and schemas of its row say, and no cache stores it', () => {
  test.each(cases)('%s', async (_, name, example) => {
    const route = routeNamed(name);
    const statuses: Partial<Statuses> = {};
    const shared = route.method === 'GET' ? { subjects: await addSubjects(stores, members) } : {};
    for (const who of people) {
      const { response, text } = await ask(who, name, example, shared);
      statuses[who] = response.status;
      const stored = mayBeStored(name, example, response.status) ? /^private, no-cache$/ : /\bno-store\b/;
      expect(response.headers.get('cache-control'), `as ${who}`).toMatch(stored);
      if (!insiders.includes(who)) expect(text, `as ${who}`).not.toContain(canary);
      expectAnswer(route, response, text);
    }
    expect(statuses).toEqual(expectedStatuses(route, example));
  });
});

describe('an API token opens a route that its scope names, and no other', () => {
  const asked = Object.entries(examples).flatMap(([name, [example]]): [string, Example][] =>
    // Content is on another host, which takes no tokens.
    example && !name.includes('/api/content/') ? [[name, example]] : [],
  );

  test.each(asked)('%s', async (name, example) => {
    const route = routeNamed(name);
    const others = tokenScopes.filter((scope) => scope !== route.token);
    const answers = [others, ...(route.token === null ? [] : [[route.token]])].map(async (scopes) => {
      const subjects = await addSubjects(stores, members);
      const { token } = await createApiToken({ stores, nowMs: Date.now }, newId('tok'), members.admin.id, {
        name: 'laptop',
        scopes,
        expiresInSeconds: 600,
      });
      // It comes from no page: it has no Origin.
      return await ask('nobody', name, example, {
        ...{ subjects, at: whole },
        headers: { Authorization: `Bearer ${token}`, Origin: 'https://elsewhere.example' },
      });
    });
    const [refused, allowed] = await Promise.all(answers);
    expect(refused?.response.status).toBe(403);
    expect(refused?.text).not.toContain(canary);
    // What admins may beyond others needs the scope of that name, too.
    const expected = expectedStatuses(route, example)[route.token === 'admin' ? 'admin' : 'member'];
    if (allowed) expect(allowed.response.status).toBe(expected);
  });
});

test('a stream ends when the token that follows it is revoked', async () => {
  const open = sampleConversation({ audience: 'team' });
  await stores.conversations.create(open);
  const { token } = await createApiToken({ stores, nowMs: Date.now }, newId('tok'), members.member.id, {
    name: 'follower',
    scopes: ['read'],
    expiresInSeconds: 600,
  });
  const response = await request(`/api/events?conversation=${open.id}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  await stores.apiTokens.deleteOf(members.member.id);
  // It is read to its end, which only the server makes.
  expect(await readUntil(response.body, () => false)).toContain('event: ready');
});

test('a token that is not valid, in an address, or of another kind opens nothing', async () => {
  const get = (path: string, authorization: string) =>
    request(path, { headers: { Authorization: authorization } });
  const unknown = `vtk_${'a'.repeat(43)}`;
  const cookie = await headersOf(stores, members, 'admin', '');
  const { token } = await createApiToken({ stores, nowMs: Date.now }, newId('tok'), members.admin.id, {
    name: 'laptop',
    scopes: ['read'],
    expiresInSeconds: 600,
  });
  expect((await get('/api/conversations', `Bearer ${unknown}`)).status).toBe(401);
  // A valid cookie beside it does not help.
  const both = await request('/api/conversations', {
    headers: { ...cookie, Authorization: `Bearer ${unknown}` },
  });
  expect(both.status).toBe(401);
  expect((await get('/api/conversations', `Basic ${token}`)).status).toBe(401);
  expect((await get(`/api/search?q=${token}`, `Bearer ${token}`)).status).toBe(400);
  expect((await get('/api/conversations', `Bearer ${token}`)).status).toBe(200);
  await stores.apiTokens.deleteOf(members.admin.id);
  expect((await get('/api/conversations', `Bearer ${token}`)).status).toBe(401);
});

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s of an unknown path is 404 for everybody',
  async (method) => {
    for (const who of people) {
      const response = await request('/api/nothing', {
        method,
        headers: await headersOf(stores, members, who, ''),
      });
      const { code } = await response.json();
      const isStored = !/\bno-store\b/.test(response.headers.get('cache-control') ?? '');
      expect([response.status, code, isStored], `as ${who}`).toEqual([404, 'not_found', false]);
    }
  },
);

test('a stream carries nothing of a conversation that its reader may not read, neither past nor live', async () => {
  const { conversation: hidden = '' } = await addSubjects(stores, members);
  const open = sampleConversation({ audience: 'team' });
  await stores.conversations.create(open);
  const follow = async (who: Who, ids: readonly string[]) => {
    const query = ids.map((id) => `conversation=${id}`).join('&');
    const headers = await headersOf(stores, members, who, '');
    // Not its body: fetch cancels one that nobody reads yet when its response is collected as garbage.
    return request(`/api/events?${query}`, { headers });
  };
  const say = (id: string, content: string) =>
    stores.events.append(id, [durableEvent('session.error', { code: 'x', message: content }, isoAfter(0))]);

  const [outsiders, authors] = [
    await follow('outsider', [hidden, open.id]),
    await follow('author', [hidden, open.id]),
  ];
  // The server has sent the event to every follower of the conversation once the author has it.
  const authorReads = readUntil(authors.body, (text) => text.includes('live-canary'));
  await say(hidden, `live-canary ${canary}`);
  await authorReads;
  // Whatever else the outsider got is ahead of this one.
  await say(open.id, 'the end');
  const text = await readUntil(outsiders.body, (read) => read.includes('the end'));
  expect(text).toContain('event: ready');
  expect(text).not.toContain(canary);
});

test('no page is stored by any cache', async () => {
  const subjects = await addSubjects(stores, members);
  for (const route of pageRoutes()) {
    const path = route.replace(':id', subjects.conversation ?? '').replace(':token', subjects.link ?? '');
    for (const who of people)
      for (const wanted of [path, `${path.replace(/\/$/, '')}/nothing`]) {
        const headers = await headersOf(stores, members, who, subjects.link ?? '');
        const response = await fetch(`${server.url}${wanted}`, { headers, redirect: 'manual' });
        await response.text();
        expect(response.headers.get('cache-control'), `${wanted} as ${who}`).toMatch(/\bno-store\b/);
      }
  }
});

test('HEAD reveals no more than GET does', async () => {
  const subjects = await addSubjects(stores, members);
  for (const [title, name, example] of cases.filter(([, one]) => one.startsWith('GET'))) {
    const expected = expectedStatuses(routeNamed(name), example);
    for (const who of people.filter((one) => expected[one] >= 400)) {
      const { response } = await ask(who, name, example, { method: 'HEAD', subjects });
      expect(response.status, `${title} as ${who}`).toBe(expected[who]);
      expect(response.headers.get('etag')).toBeNull();
      expect(response.headers.get('content-disposition')).toBeNull();
    }
  }
});
