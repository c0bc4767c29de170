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
): Promise<{ status: number; headers: IncomingMessage['headers'] }> {
  const { port } = new URL(server.url);
  const type = body ? { 'Content-Type': 'application/json' } : {};
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers: { ...type, ...headers } },
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
