import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation, until } from '../support/conversations.ts';
import { openEventStream } from '../support/event-stream.ts';
import { freePort } from '../support/free-port.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { runLauncher, startVitrine } from '../support/vitrine-server.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-launcher-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const launch = (environment: Record<string, string>) =>
  runLauncher({
    VITRINE_DATA_DIR: join(folder, 'data'),
    VITRINE_WORKSPACES: join(import.meta.dirname),
    ...environment,
  });

describe('the launcher ends with exit code 1 and one sentence', () => {
  test.each([
    [
      'for an address that others reach',
      { HOST: '0.0.0.0' },
      /^HOST is 0\.0\.0\.0, .*\. Set OIDC_ISSUER and OIDC_CLIENT_ID, or VITRINE_SIGN_IN=invites, or HOST=127\.0\.0\.1\.$/,
    ],
    [
      'for a public base URL',
      { VITRINE_BASE_URL: 'https://chat.example.com' },
      /^VITRINE_BASE_URL is .*\. Set OIDC_ISSUER .* or unset it\.$/,
    ],
    [
      'for sign-in without a base URL',
      { VITRINE_SIGN_IN: 'invites' },
      /^Sign-in needs VITRINE_BASE_URL\. Set .*\.$/,
    ],
    [
      'for a provider that is named by half',
      { OIDC_ISSUER: 'https://id.example', VITRINE_BASE_URL: 'https://chat.example' },
      /^OIDC_ISSUER and OIDC_CLIENT_ID need each other\. Set both\.$/,
    ],
    ['for a port that is none', { PORT: 'http' }, /^PORT is not valid: .*\.$/],
    ['for a split level that is none', { VITRINE_SPLIT: 'most' }, /^VITRINE_SPLIT is not valid: .*\.$/],
    [
      'for a workspace that is not there',
      { VITRINE_WORKSPACES: '/nowhere/at/all' },
      /^VITRINE_WORKSPACES names \/nowhere\/at\/all, .*\.$/,
    ],
    ['for a key without a model', { OPENAI_API_KEY: 'key' }, /VITRINE_MODEL is not\. Set it/],
    ['for a model without a server', { VITRINE_MODEL: 'gpt' }, /OPENAI_API_KEY/],
    [
      'for a data folder inside a workspace',
      { VITRINE_DATA_DIR: join(import.meta.dirname, 'data') },
      /overlap\. Set VITRINE_DATA_DIR/,
    ],
  ])('%s', async (_, environment, sentence) => {
    const { code, output } = await launch(environment);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output.trim()).toMatch(sentence);
  });

  test('for a port that another program has', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const { code, output } = await launch({ PORT: String(port) });
    await new Promise((resolve) => other.close(resolve));
    expect(code).toBe(1);
    expect(output.trim()).toBe(`Port ${port} is in use by another program: set PORT to another one.`);
  });

  test('for a Redis that evicts any key', async () => {
    const redis = await startRedisServer({ maxmemoryPolicy: 'allkeys-lru' });
    const { code, output } = await launch({ REDIS_URL: redis.url });
    await redis.stop();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toMatch(/allkeys-lru.*volatile-ttl/);
  });

  test('for a second server on the same data, while the first one is not disturbed', async () => {
    const first = await startVitrine();
    const { code, output } = await runLauncher({
      VITRINE_DATA_DIR: first.dataDir,
      VITRINE_WORKSPACES: import.meta.dirname,
    });
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^Another Vitrine uses the data folder .*VITRINE_DATA_DIR\.$/);
    expect((await first.request('/api/health')).status).toBe(200);
    await first.end();
  });
});

test('what is built does not take the whole project along', () => {
  const built = join(import.meta.dirname, '..', '..', '.next', 'standalone');
  expect(existsSync(join(built, 'server.js'))).toBe(true);
  expect(existsSync(join(built, 'README.md'))).toBe(false);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the server with streams open, each told to come back in a second',
  async (signal) => {
    const server = await startVitrine();
    const id = await createConversation(server);
    const streams = await Promise.all([
      openEventStream(`${server.url}/api/conversations/${id}/events`),
      ...Array.from({ length: 5 }, () => openEventStream(`${server.url}/api/events?conversation=${id}`)),
    ]);
    expect((await server.end(signal)).code).toBe(0);
    await Promise.all(streams.map((stream) => stream.ended));
    expect(streams.map((stream) => stream.text().endsWith('retry: 1000\n\n'))).toEqual(
      streams.map(() => true),
    );
  },
);

test('a `.env` file beside the server is not read', async () => {
  const file = join(import.meta.dirname, '..', '..', '.next', 'standalone', '.env.production.local');
  writeFileSync(file, 'REDIS_URL=redis://127.0.0.1:1\nVITRINE_SPLIT=nonsense\n', { flag: 'wx' });
  try {
    const server = await startVitrine();
    const health = await server.request('/api/health');
    expect([health.status, (await health.json()).status]).toEqual([200, 'ready']);
    await server.end();
  } finally {
    rmSync(file);
  }
});

test('starts while Redis is down, says so, and recovers alone', async () => {
  const port = await freePort();
  const environment = { REDIS_URL: `redis://127.0.0.1:${port}` };
  const server = await startVitrine({ environment, isStoreThere: false });
  const health = await server.request('/api/health');
  expect(health.status).toBe(503);
  expect((await health.json()).reasons).toHaveLength(1);
  // It needs no restart: it waits.
  expect((await server.request('/api/health/live')).status).toBe(200);
  const ready = await server.request('/api/health/ready');
  expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'not_ready' }]);
  const refused = await server.request('/api/conversations', { method: 'POST' });
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'storage_unavailable']);

  const redis = await startRedisServer({ port });
  await until('Redis to be found', async () => (await server.request('/api/health')).status === 200);
  expect((await server.request('/api/health/ready')).status).toBe(200);
  expect(await createConversation(server)).toMatch(/^conv_/);
  await server.end();
  await redis.stop();
});
