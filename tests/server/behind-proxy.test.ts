import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/conversations.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

/** As a proxy that speaks https to the world asks: under the name people know, over plain HTTP. */
let server: VitrineServer;
beforeAll(async () => {
  server = await startVitrine({
    environment: { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'https://chat.example' },
  });
});
afterAll(() => server?.end());

function ask(
  path: string,
  headers: Record<string, string>,
  body?: object,
  {
    server: asked = server,
    localAddress = '127.0.0.1',
  }: { server?: VitrineServer; localAddress?: string } = {},
): Promise<{ status: number; headers: IncomingMessage['headers'] }> {
  const { port } = new URL(asked.url);
  const type = body ? { 'Content-Type': 'application/json' } : {};
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        localAddress,
        port,
        path,
        method: body ? 'POST' : 'GET',
        headers: { ...type, ...headers },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      },
    );
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}
const Host = 'chat.example';

test('a team’s server answers under its own name, on pages and API alike, and under no other', async () => {
  const page = await ask('/', { Host });
  expect([page.status, page.headers.location]).toEqual([307, '/sign-in?next=%2F']);
  expect((await ask('/api/conversations', { Host })).status).toBe(401);
  for (const other of ['evil.example', 'chat.example.evil.example', 'chat.example:8443'])
    for (const path of ['/', '/api/conversations', '/s/x'])
      expect((await ask(path, { Host: other })).status, `${other}${path}`).toBe(421);
});

test('its links begin with it, and its cookie is bound to it and to https', async () => {
  await until('the link', async () => /\/join\/\S{43}/.test(server.output()));
  const token = /https:\/\/chat\.example\/join\/([\w-]{43})/.exec(server.output())?.[1];
  const join = (Origin: string) => ask('/api/auth/join', { Host, Origin }, { token, name: 'Ada' });
  for (const origin of ['http://chat.example', 'https://evil.example', 'null', server.url])
    expect((await join(origin)).status, origin).toBe(403);
  const { status, headers } = await join('https://chat.example');
  expect(status).toBe(201);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^__Host-vt_s=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
  const [pair = ''] = cookie.split(';');
  expect((await ask('/api/members', { Host, Cookie: pair })).status).toBe(200);
  expect((await ask('/api/members', { Host, Cookie: pair.replace('__Host-', '') })).status).toBe(401);
});

test('no header gets past the sign-in', async () => {
  for (const headers of [
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { 'x-middleware-subrequest': 'src/proxy' },
    { Authorization: 'Bearer x' },
    { 'X-Forwarded-Host': '127.0.0.1', 'X-Forwarded-For': '127.0.0.1' },
    { 'X-Forwarded-User': 'admin', 'Remote-User': 'admin' },
    { 'X-Original-URL': '/api/health', 'X-Rewrite-URL': '/api/health' },
  ]) {
    expect((await ask('/api/members', { Host, ...headers })).status).toBe(401);
    expect((await ask('/members', { Host, ...headers })).status).toBe(307);
  }
});

test('a request that names another server in its first line is answered as that one', async () => {
  for (const path of ['/', '/api/conversations', '/s/x', '/api/health']) {
    expect((await ask(`http://evil.example${path}`, { Host })).status, path).toBe(421);
    const own = await ask(`https://chat.example${path}`, { Host: 'evil.example' });
    expect(own.status, path).toBe((await ask(path, { Host })).status);
  }
});

test('who makes up an address for each try is one address, and keeps nobody else out', async () => {
  const direct = await startVitrine({
    environment: {
      VITRINE_SIGN_IN: 'invites',
      VITRINE_BASE_URL: 'https://chat.example',
      VITRINE_TRUSTED_PROXIES: '127.0.0.2',
    },
  });
  const join = async (localAddress: string, address: string) => {
    const headers = { Host, Origin: 'https://chat.example', 'X-Forwarded-For': address };
    const body = { token: 'x'.repeat(43), name: 'Eve' };
    return (await ask('/api/auth/join', headers, body, { server: direct, localAddress })).status;
  };
  const statuses: number[] = [];
  for (let at = 0; at < 250; at += 1) statuses.push(await join('127.0.0.1', `10.0.0.${at}`));
  expect(statuses).toEqual([...Array(10).fill(410), ...Array(240).fill(429)]);
  expect(await join('127.0.0.2', '203.0.113.9')).toBe(410);
  await direct.end();
});
