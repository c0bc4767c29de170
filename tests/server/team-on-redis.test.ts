import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents, until } from '../support/conversations.ts';
import { type InvitedTeam, openInvitedTeam } from '../support/invited-team.ts';
import { openPlainBrowser } from '../support/plain-browser.ts';

let team: InvitedTeam;
let redis: Redis;
beforeAll(async () => {
  team = await openInvitedTeam({ store: 'Redis', processes: 2 });
  redis = new Redis(team.redis?.url ?? '');
});
afterAll(async () => {
  redis?.disconnect();
  await team?.close();
});
const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const page of redis.scanStream({ count: 1_000 })) keys.push(...(page as string[]));
  return keys.sort();
};

test('two processes count together: what is too often for one is so for the other', async () => {
  const dan = await team.join('Dan');
  const ids = await Promise.all(Array.from({ length: 32 }, () => createConversation(team.as(dan))));
  const statuses: number[] = [];
  for (const [at, id] of ids.entries()) {
    const body = { method: 'POST', body: { text: 'help' } };
    statuses.push((await team.call(dan, `/api/conversations/${id}/messages`, body, at % 2)).status);
  }
  expect(statuses).toEqual([...Array(30).fill(202), 429, 429]);
  const address = openPlainBrowser();
  const joins: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    const body = { token: 'x', name: 'x' };
    joins.push((await team.call(address, '/api/auth/join', { method: 'POST', body }, at % 2)).status);
  }
  expect(joins).toEqual([...Array(10).fill(410), 429, 429]);
});

test('of a conversation that is removed no key stays, nor of the sessions of who is removed', async () => {
  const hal = await team.join('Hal');
  const server = team.as(hal);
  const id = await createConversation(server);
  for (const text of ['list lib/core', 'read README.md']) await ask(server, id, text);
  await server.request(`/api/conversations/${id}/pin`, { method: 'PUT' });
  const calls = ofType(await readEvents(server, id), 'tool.execution_complete');
  const artifacts = calls.map(({ data }) => data.toolTelemetry.artifactId ?? 'none');
  await server.request(`/api/artifacts/${artifacts[0]}/keep`, {
    method: 'POST',
    body: { ttlSeconds: 3_600 },
  });
  const own = [id, ...artifacts];
  const ofThese = (keys: string[]) => keys.filter((key) => own.some((one) => key.includes(one)));
  expect(ofThese(await stored()).length).toBeGreaterThan(own.length);
  expect((await server.request(`/api/conversations/${id}`, { method: 'DELETE' })).status).toBe(204);
  await until('its keys to go', async () => ofThese(await stored()).length === 0);
  const { members } = (await team.call(team.admin, '/api/members')).body;
  const member = members.find((one: { name: string }) => one.name === 'Hal').id;
  // A count of a minute ends by itself.
  const ofMember = async () =>
    (await stored()).filter((key) => key.includes(member) && !key.includes(':rate:'));
  expect(await ofMember()).not.toEqual([]);
  expect((await team.call(team.admin, `/api/members/${member}`, { method: 'DELETE' })).status).toBe(204);
  expect(await ofMember()).toEqual([]);
});

test('a Redis that is flushed ends all sessions; nobody is let in by that, and the servers go on', async () => {
  await redis.flushall();
  for (const at of [0, 1]) {
    expect((await team.call(team.admin, '/api/conversations', undefined, at)).status).toBe(401);
    expect((await team.call(openPlainBrowser(), '/api/health', undefined, at)).status).toBe(200);
    const page = await openPlainBrowser().open(`${team.servers[at]?.url}/`);
    expect(page.url.pathname).toBe('/sign-in');
  }
});
