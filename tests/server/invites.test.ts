import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '#lib/team/token-hash.ts';
import { until } from '../support/conversations.ts';
import { freePort } from '../support/free-port.ts';
import { openPlainBrowser, type PlainBrowser } from '../support/plain-browser.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { runLauncher, startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const printed = /\/join\/([A-Za-z0-9_-]{43})/g;

describe('with invites alone', () => {
  let server: VitrineServer;
  let admin: PlainBrowser;
  const start = async () => {
    const port = await freePort();
    const environment = {
      VITRINE_SIGN_IN: 'invites',
      VITRINE_BASE_URL: `http://127.0.0.1:${port}`,
    };
    return await startVitrine({ port, environment });
  };
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await server?.end();
  });

  const firstToken = () => [...server.output().matchAll(printed)][0]?.[1] ?? '';
  const call = (browser: PlainBrowser, path: string, init?: Parameters<PlainBrowser['request']>[1]) =>
    browser.request(`${server.url}${path}`, init);
  const join = (browser: PlainBrowser, token: string, name?: string) =>
    call(browser, '/api/auth/join', {
      method: 'POST',
      body: { token, ...(name === undefined ? {} : { name }) },
    });
  const invite = async (body: object = {}): Promise<{ id: string; url: string; token: string }> => {
    const response = await call(admin, '/api/invites', { method: 'POST', body });
    expect(response.status).toBe(201);
    const created = await response.json();
    return { ...created, token: created.url.slice(created.url.lastIndexOf('/') + 1) };
  };
  const isOpen = async (id: string) =>
    (await (await call(admin, '/api/invites')).json()).invites.some((one: { id: string }) => one.id === id);
  const isGone = async (response: Response) =>
    expect([response.status, (await response.json()).code]).toEqual([410, 'invite_gone']);

  test('the first admin comes by the link in the server’s log, and nobody after them', async () => {
    await until('the link', async () => firstToken());
    expect([...server.output().matchAll(printed)]).toHaveLength(1);
    expect(server.output()).toContain(`${server.url}/join/${firstToken()}`);
    admin = openPlainBrowser();
    expect((await join(admin, firstToken())).status).toBe(400);
    const joined = await join(admin, firstToken(), '  Ada  ');
    expect([joined.status, await joined.json()]).toEqual([
      201,
      { memberId: expect.stringMatching(/^mem_[a-z2-7]{26}$/), role: 'admin' },
    ]);
    const { members } = await (await call(admin, '/api/members')).json();
    expect(members).toMatchObject([{ name: 'Ada', role: 'admin' }]);
    await isGone(await join(openPlainBrowser(), firstToken(), 'Mallory'));
  });

  test('who looks at a link, or fetches it ahead, uses nothing up', async () => {
    const { id, token, url } = await invite();
    expect(url).toBe(`${server.url}/join/${token}`);
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      await (await openPlainBrowser().request(url, { method })).text();
      expect((await call(openPlainBrowser(), '/api/auth/join', { method })).status).not.toBe(201);
    }
    expect(await isOpen(id)).toBe(true);
    const bob = openPlainBrowser();
    expect(await (await join(bob, token, 'Bob')).json()).toMatchObject({ role: 'member' });
    expect((await call(bob, '/api/conversations')).status).toBe(200);
    expect((await call(bob, '/api/invites')).status).toBe(403);
    expect(await isOpen(id)).toBe(false);
  });

  test('one of twenty who come at once is let in', async () => {
    const { token } = await invite();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => join(openPlainBrowser(), token, `Twin ${at}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(410)]);
    const { members } = await (await call(admin, '/api/members')).json();
    expect(members.filter(({ name }: { name: string }) => name.startsWith('Twin'))).toHaveLength(1);
  });

  test('an invite that was taken back, or never was, lets nobody in', async () => {
    const { id, token } = await invite({ role: 'admin' });
    expect((await call(admin, `/api/invites/${id}`, { method: 'DELETE' })).status).toBe(204);
    for (const none of [token, newToken(), '', '../', 'x'.repeat(100)])
      await isGone(await join(openPlainBrowser(), none, 'Mallory'));
    expect((await call(admin, `/api/invites/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  test('who is signed in gets an invite’s role, and is nobody new', async () => {
    const cleo = openPlainBrowser();
    await join(cleo, (await invite()).token, 'Cleo');
    const before = cleo.cookies.get('vt_s');
    const raised = await join(cleo, (await invite({ role: 'admin' })).token);
    expect(await raised.json()).toMatchObject({ role: 'admin' });
    expect(cleo.cookies.get('vt_s')).not.toBe(before);
    expect((await call(cleo, '/api/invites')).status).toBe(200);
    const { members } = await (await call(admin, '/api/members')).json();
    expect(members.filter(({ name }: { name: string }) => name === 'Cleo')).toHaveLength(1);
  });

  test('a name is needed, of a bounded length, and a member makes no invites', async () => {
    const { token } = await invite();
    const dora = openPlainBrowser();
    for (const name of ['', '   ', 'x'.repeat(121)]) expect((await join(dora, token, name)).status).toBe(400);
    expect((await join(dora, token, '<b>Dora</b> 👩‍👩‍👧')).status).toBe(201);
    expect((await call(dora, '/api/invites', { method: 'POST', body: { role: 'admin' } })).status).toBe(403);
    expect((await call(dora, '/api/invites', { method: 'POST', body: {} })).status).toBe(403);
  });

  test('who tries links one after another is soon told to wait', async () => {
    const guesser = openPlainBrowser();
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await join(guesser, newToken(), 'M')).status);
    expect(statuses).toEqual([...Array(10).fill(410), 429, 429]);
    expect((await join(openPlainBrowser(), newToken(), 'M')).status).toBe(410);
  });

  test('there is no provider to sign in at', async () => {
    const response = await call(openPlainBrowser(), '/api/auth/sign-in');
    expect(response.headers.get('location')).toBe('/sign-in?fault=provider');
    const back = await call(openPlainBrowser(), '/api/auth/callback?state=x&code=y');
    expect(back.headers.get('location')).toBe('/sign-in?fault=expired');
  });
});

test.each(['0.0.0.0', '::', '192.168.1.5'])(
  'without sign-in a server that others reach (%s) does not start, and says what to set',
  async (HOST) => {
    const { code, output } = await runLauncher({ HOST });
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      `HOST is ${HOST}, so anyone who reaches this server could use it without signing in. Set OIDC_ISSUER and OIDC_CLIENT_ID, or VITRINE_SIGN_IN=invites, or HOST=127.0.0.1.`,
    );
  },
);

test('a store that is away at the start: the link of the first admin is in the log once it is there', async () => {
  const [port, redisPort] = [await freePort(), await freePort()];
  const server = await startVitrine({
    port,
    isStoreThere: false,
    environment: {
      VITRINE_SIGN_IN: 'invites',
      VITRINE_BASE_URL: `http://127.0.0.1:${port}`,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    },
  });
  await until('the first try to fail', async () => server.output().includes('Trying again'));
  expect(server.output()).not.toMatch(printed);
  const redis = await startRedisServer({ port: redisPort });
  try {
    await until('the link in the log', async () => server.output().search(printed) !== -1);
    const links = [...server.output().matchAll(printed)];
    expect(links).toHaveLength(1);
  } finally {
    await server.end();
    await redis.stop();
  }
});
