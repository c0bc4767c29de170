import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '#lib/stores/open-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { ask, createConversation, until } from '../support/conversations.ts';
import { freePort } from '../support/free-port.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { addTeam, headersOf, type Team, type Who } from '../support/rights-stage.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const listOf = async (server: VitrineServer, headers: Record<string, string> = {}) =>
  (await (await server.request('/api/conversations', { headers })).json()).conversations as {
    id: string;
    isPinned: boolean;
    archivedAt: string | null;
  }[];

describe('in local mode', () => {
  let stage: SharedStage;
  let server: VitrineServer;
  beforeAll(async () => {
    stage = await openSharedStage();
    server = stage.server;
  });
  afterAll(async () => await stage?.close());

  test('what is pinned comes first, until it is not any more', async () => {
    const [older, newer] = [await createConversation(server), await createConversation(server)];
    const pin = (method: 'PUT' | 'DELETE') => server.request(`/api/conversations/${older}/pin`, { method });
    expect((await pin('PUT')).status).toBe(204);
    expect((await listOf(server))[0]).toMatchObject({ id: older, isPinned: true });
    expect((await pin('DELETE')).status).toBe(204);
    const locations = (await listOf(server)).map(({ id }) => id);
    expect(locations.indexOf(newer)).toBeLessThan(locations.indexOf(older));
  });

  test('what is archived can be read, and is back with the next message', async () => {
    const id = await createConversation(server);
    const path = `/api/conversations/${id}`;
    const archived = await server.request(path, { method: 'PATCH', body: { isArchived: true } });
    expect((await archived.json()).conversation.archivedAt).toEqual(expect.any(String));
    expect((await server.request(path)).status).toBe(200);
    await ask(server, id, 'help');
    expect((await listOf(server)).find((one) => one.id === id)?.archivedAt).toBeNull();
  });

  test('a search finds a message by its words at once, and refuses too many and nonsense', async () => {
    const id = await createConversation(server);
    await ask(server, id, 'where grows the QUINCE?');
    const found = await (await server.request('/api/search?q=quince')).json();
    expect(found.messages).toContainEqual(
      expect.objectContaining({ conversationId: id, excerpt: 'where grows the QUINCE?' }),
    );
    expect(found.conversations).toContainEqual(expect.objectContaining({ id }));
    for (const query of [`q=${'x'.repeat(10_000)}`, 'q=a&q=b', 'q=a&kind=secret', 'q=a&x=1']) {
      expect((await server.request(`/api/search?${query}`)).status).toBe(400);
    }
  });

  test('an export is a file, whole in both forms', async () => {
    const id = await createConversation(server);
    await server.request(`/api/conversations/${id}`, { method: 'PATCH', body: { title: '../"x"\\y' } });
    await ask(server, id, 'list the files');
    const json = await server.request(`/api/conversations/${id}/export?format=json`);
    expect(json.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''x%20y.json");
    const exported = await json.json();
    expect(exported).toMatchObject({ conversation: { id }, artifacts: expect.any(Array) });
    expect(exported.events.map(({ type }: { type: string }) => type)).toContain('user.message');
    const markdown = await server.request(`/api/conversations/${id}/export?format=markdown`);
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toContain('> list the files');
    expect((await server.request(`/api/conversations/${id}/export?format=exe`)).status).toBe(400);
  });

  test('nobody can be named', async () => {
    const path = `/api/conversations/${await createConversation(server)}`;
    const refused = await server.request(path, { method: 'PATCH', body: { audience: ['mem_x'] } });
    expect(refused.status).toBe(400);
  });
});

describe('in a team', () => {
  let redis: RedisServer;
  let stores: Stores;
  let server: VitrineServer;
  let team: Team;
  beforeAll(async () => {
    redis = await startRedisServer();
    const port = await freePort();
    const environment = {
      REDIS_URL: redis.url,
      VITRINE_SIGN_IN: 'invites',
      VITRINE_BASE_URL: `http://127.0.0.1:${port}`,
    };
    server = await startVitrine({ port, environment });
    const dataDir = tempFolder();
    stores = openStores({ redisUrl: redis.url, dataDir, artifactTtlSeconds: 1_800, nowMs: Date.now });
    team = await addTeam(stores);
  });
  afterAll(async () => {
    await stores?.close();
    await server?.end();
    await redis?.stop();
  });
  const as = (who: Who) => headersOf(stores, team, who, '');

  test('a conversation is private from its beginning, or from a change on', async () => {
    const headers = await as('author');
    const body = { audience: [team.member.id] };
    const created = await server.request('/api/conversations', { method: 'POST', body, headers });
    const { id } = await created.json();
    const ids = async (who: Who) => (await listOf(server, await as(who))).map((one) => one.id);
    expect(await ids('member')).toContain(id);
    expect(await ids('admin')).not.toContain(id);
    const path = `/api/conversations/${id}`;
    await server.request(path, { method: 'PATCH', body: { audience: 'team' }, headers });
    await until('everybody to see it', async () => (await ids('admin')).includes(id));
    const { events } = await (
      await server.request(`${path}/events`, { headers: { ...headers, Accept: 'application/json' } })
    ).json();
    expect(events.at(-1)).toMatchObject({
      type: 'conversation.audience_changed',
      data: { audience: 'team', by: { id: team.author.id } },
    });
  });

  test('only people of the team can be named', async () => {
    const headers = await as('author');
    for (const named of [team.removed.id, 'mem_nobody']) {
      const body = { audience: [named] };
      const refused = await server.request('/api/conversations', { method: 'POST', body, headers });
      expect(refused.status).toBe(400);
    }
    const body = { audience: Array.from({ length: 101 }, () => team.member.id) };
    expect((await server.request('/api/conversations', { method: 'POST', body, headers })).status).toBe(400);
  });

  test('a search shows nobody what they may not read', async () => {
    const headers = await as('author');
    const body = { title: 'medlar', audience: [] };
    await server.request('/api/conversations', { method: 'POST', body, headers });
    const search = async (who: Who) =>
      await (await server.request('/api/search?q=medlar', { headers: await as(who) })).json();
    expect((await search('author')).conversations).toHaveLength(1);
    const nothing = { conversations: [], messages: [], artifacts: [], people: [], total: 0, isCut: false };
    expect(await search('admin')).toEqual(nothing);
  });
});
