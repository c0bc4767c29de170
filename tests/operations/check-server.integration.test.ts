import { chmodSync, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { ServerCheck } from '#lib/core/api/server-check.ts';
import { checkAddress } from '#lib/operations/doctor/check-address.ts';
import { checkAuditSink } from '#lib/operations/doctor/check-audit-sink.ts';
import { checkExecution } from '#lib/operations/doctor/check-commands.ts';
import { checkFolders } from '#lib/operations/doctor/check-folders.ts';
import { checkModel } from '#lib/operations/doctor/check-model.ts';
import { checkRole } from '#lib/operations/doctor/check-role.ts';
import { checkServer } from '#lib/operations/doctor/check-server.ts';
import { checkStore } from '#lib/operations/doctor/check-store.ts';
import { createModels } from '#lib/runs/models.ts';
import { openStores } from '#lib/stores/open-stores.ts';
import type { StoreFacts } from '#lib/stores/stores.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { type ChatUsage, startOpenAiServer } from '../support/openai-server.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const found = (checks: readonly ServerCheck[], name: string): ServerCheck => {
  const check = checks.find((one) => one.name === name);
  if (!check) throw new Error(`there is no check ${name}`);
  return check;
};

const configWith = (environment: Record<string, string>) =>
  readConfig({ VITRINE_DATA_DIR: tempFolder(), VITRINE_WORKSPACES: tempFolder(), ...environment });

test('a data folder that is not there yet is no fault, where it can be made', async () => {
  const parent = tempFolder();
  const dataDir = join(parent, 'new', 'data');
  const checks = await checkFolders({ config: configWith({ VITRINE_DATA_DIR: dataDir }) });
  expect(found(checks, 'Data folder')).toMatchObject({
    outcome: 'ok',
    finding: `${dataDir}, which the first start makes`,
  });
  expect(found(checks, 'Disk').outcome).toBe('ok');
  expect(existsSync(dataDir)).toBe(false);
});

test('a server on SQLite, with a sandbox and no model: everything is looked at, and what is missing has an advice', async () => {
  const config = configWith({});
  const commands = createCommands({ mode: 'auto' });
  const { dataDir, artifactTtlSeconds } = config;
  const stores = openStores({ redisUrl: null, dataDir, artifactTtlSeconds, nowMs: () => Date.now() });
  closing.push(commands.close, stores.close);
  const models = createModels(config.offeredModels);
  const checks = await checkServer({ config, commands, models, stores }, true);
  for (const name of ['Commands', 'Network of commands', 'Store', 'Disk', 'Workspace'])
    expect(found(checks, name)).toMatchObject({ outcome: 'ok', advice: null });
  expect(found(checks, 'Store').finding).toMatch(/^SQLite 3\./);
  expect(found(checks, 'Model').advice).toContain('OPENAI_API_KEY');
  for (const { outcome, advice, name } of checks)
    if (outcome !== 'ok') expect(advice, name).toMatch(/[.!)]$|chmod/);
});

test('commands that are off say why, and are no fault where that was chosen', () => {
  const off = { mode: 'off', reason: 'Install bubblewrap.', memory: null, memoryReason: null } as const;
  const role = 'all' as const;
  expect(checkExecution(off, { role, execMode: 'auto' })).toMatchObject({
    outcome: 'fault',
    advice: 'Install bubblewrap.',
  });
  expect(checkExecution(off, { role, execMode: 'off' })).toMatchObject({
    outcome: 'ok',
    finding: 'off, as VITRINE_EXEC says',
  });
  // A web process has none, whatever VITRINE_EXEC says.
  expect(checkExecution(off, { role: 'web', execMode: 'off' })).toMatchObject({
    outcome: 'ok',
    finding: 'off here: VITRINE_ROLE is web',
  });
  const bare = { ...off, mode: 'unsafe-host', reason: null } as const;
  expect(checkExecution(bare, { role, execMode: 'unsafe-host' })).toMatchObject({ outcome: 'warning' });
});

describe('a store', () => {
  test('of real Redis says its policy, its memory, its clock, and that nothing goes to disk', async () => {
    const redis = await startRedisServer();
    const stores = openStores({
      redisUrl: redis.url,
      dataDir: tempFolder(),
      artifactTtlSeconds: 60,
      nowMs: () => Date.now(),
    });
    closing.push(() => redis.stop(), stores.close);
    const checks = await checkStore(stores);
    expect(found(checks, 'Store').finding).toMatch(/^Redis \d/);
    expect(found(checks, 'Redis, when full')).toMatchObject({ outcome: 'ok' });
    expect(found(checks, 'Redis, memory').finding).toMatch(/ used$/);
    expect(found(checks, 'Redis, clock')).toMatchObject({ outcome: 'ok' });
    expect(found(checks, 'Redis, on disk')).toMatchObject({
      outcome: 'warning',
      advice: expect.stringContaining('appendonly'),
    });
  });

  const facts: NonNullable<StoreFacts['redis']> = {
    policy: 'noeviction',
    isPersistent: true,
    usedBytes: 1,
    maxBytes: null,
    clockOffsetMs: 0,
  };
  test.each([
    ['a clock that is ahead', { clockOffsetMs: -5_000 }, 'Redis, clock', 'NTP'],
    ['a memory that is nearly full', { usedBytes: 95, maxBytes: 100 }, 'Redis, memory', 'memory'],
    ['a policy that cannot be read', { policy: null }, 'Redis, when full', 'volatile-ttl'],
  ])('%s is a warning', async (_what, change, name, advice) => {
    const store = {
      health: async () => null,
      describe: async () => ({ version: 'Redis 7', redis: { ...facts, ...change } }),
    };
    expect(found(await checkStore(store), name)).toMatchObject({
      outcome: 'warning',
      advice: expect.stringContaining(advice),
    });
  });

  test('that refuses writes is a fault', async () => {
    const store = {
      health: async () => 'Redis is a replica',
      describe: () => Promise.reject(new Error('not asked')),
    };
    expect(await checkStore(store)).toMatchObject([{ outcome: 'fault', finding: 'Redis is a replica' }]);
  });
});

describe('a model', () => {
  const usage = (cached: number): ChatUsage => ({
    prompt_tokens: 2_000,
    completion_tokens: 1,
    prompt_tokens_details: { cached_tokens: cached },
  });
  const check = async (reply: (position: number) => { usage?: ChatUsage | null; status?: number }) => {
    const server = await startOpenAiServer((_, position) => ({ text: 'ok', ...reply(position) }));
    closing.push(() => server.close());
    const { offeredModels } = configWith({
      OPENAI_BASE_URL: server.url,
      VITRINE_MODEL: 'scripted',
      VITRINE_OPENAI_API: 'chat',
    });
    return { checks: await checkModel(createModels(offeredModels)), requests: server.requests };
  };

  test('that answers, counts, and reads its cache the second time', async () => {
    const { checks, requests } = await check((position) => ({ usage: usage(position === 0 ? 0 : 1_920) }));
    expect(checks.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
    expect(found(checks, 'Model, cache').finding).toBe('1920 of 2000 tokens came from it');
    expect(requests).toHaveLength(2);
    expect(requests[1]?.raw).toBe(requests[0]?.raw);
  });

  test('that reports nothing, and caches nothing, is two warnings', async () => {
    const { checks } = await check(() => ({ usage: null }));
    expect(checks.map(({ outcome }) => outcome)).toEqual(['ok', 'warning', 'warning']);
  });

  test('that refuses the key is a fault, with what to check', async () => {
    const { checks } = await check(() => ({ status: 401 }));
    expect(checks).toMatchObject([{ outcome: 'fault', advice: expect.stringContaining('OPENAI_API_KEY') }]);
  });
});

test('folders: a data folder that others read, a workspace that is gone, a toolchain that is not there', async () => {
  const folder = tempFolder();
  writeFiles(folder, { 'vitrine.config.json': JSON.stringify({ toolchains: ['/opt/not-installed'] }) });
  const config = configWith({ VITRINE_CONFIG: join(folder, 'vitrine.config.json') });
  chmodSync(config.dataDir, 0o755);
  const checks = await checkFolders({ config: { ...config, workspaces: [join(folder, 'gone')] } });
  expect(existsSync('/opt/not-installed')).toBe(false);
  expect(found(checks, 'Data folder')).toMatchObject({ outcome: 'warning' });
  expect(found(checks, 'Data folder').advice).toContain('chmod 700');
  expect(found(checks, 'Workspace')).toMatchObject({ outcome: 'fault' });
  expect(found(checks, 'Toolchain')).toMatchObject({ outcome: 'fault' });
});

describe('a public address', () => {
  async function serve(answer: object | null): Promise<string> {
    const server: Server = createServer((_, response) =>
      response.end(answer === null ? '<html>' : JSON.stringify(answer)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const check = async (url: string, trusted?: string) =>
    await checkAddress({
      config: configWith({
        VITRINE_BASE_URL: url,
        VITRINE_SIGN_IN: 'invites',
        ...(trusted ? { VITRINE_TRUSTED_PROXIES: trusted } : {}),
      }),
    });

  test('that leads here, and tells who asks, is well', async () => {
    const checks = await check(await serve({ status: 'ready', address: '203.0.114.9' }));
    expect(checks.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });

  test('behind a proxy that is not believed says which setting believes it', async () => {
    const url = await serve({ status: 'ready', address: '10.0.0.2' });
    expect((await check(url))[1]).toMatchObject({
      outcome: 'warning',
      advice: expect.stringContaining('VITRINE_TRUSTED_PROXIES'),
    });
    expect((await check(url, '10.0.0.2'))[1]?.advice).toContain('X-Forwarded-For');
  });

  test('that something else answers, or nothing, is a fault', async () => {
    expect((await check(await serve(null)))[0]).toMatchObject({ outcome: 'fault' });
    expect((await check('http://127.0.0.1:1'))[0]).toMatchObject({
      outcome: 'fault',
      advice: expect.stringContaining('VITRINE_BASE_URL'),
    });
  });
});

describe('a process among others', () => {
  const off = { mode: 'off', reason: 'off', memory: null, memoryReason: null } as const;
  const here = 'redis://127.0.0.1:6379';
  const elsewhere = 'redis://10.0.0.9:6379';

  /** @param runners addresses of those that are alive */
  async function check(environment: Record<string, string>, runners: readonly string[] = []) {
    const { dataDir, artifactTtlSeconds } = configWith({});
    const stores = openStores({ redisUrl: null, dataDir, artifactTtlSeconds, nowMs: () => Date.now() });
    closing.push(stores.close);
    for (const address of runners) {
      const record = { address, instance: address, disk: 'a', workspaces: [], commands: off, workingOn: 0 };
      await stores.runners.put(record, 60_000);
    }
    const config = configWith({ VITRINE_SECRET: 'a secret of thirty-two characters', ...environment });
    return await checkRole({ config, stores });
  }

  test('has its role in words, and on SQLite it is the only one', async () => {
    expect(await check({})).toEqual([]);
    for (const [role, words] of [
      ['all', /^all: answers people and works/],
      ['runner', /^runner: works on conversations/],
    ] as const)
      expect(found(await check({ REDIS_URL: here, VITRINE_ROLE: role }), 'Role')).toMatchObject({
        outcome: 'ok',
        finding: expect.stringMatching(words),
      });
  });

  test('that is a web process needs a runner', async () => {
    const environment = { REDIS_URL: elsewhere, VITRINE_ROLE: 'web', VITRINE_WORKSPACES: '' };
    expect(await check(environment)).toMatchObject([
      { name: 'Role', outcome: 'warning', advice: expect.stringContaining('npx vitrine runner') },
    ]);
    expect(await check(environment, ['http://10.0.0.5:3000'])).toMatchObject([
      { name: 'Role', outcome: 'ok', finding: expect.stringContaining('web: answers people') },
    ]);
  });

  test('that is a runner has an address that the others reach, unless all are on this machine', async () => {
    const addressOf = async (environment: Record<string, string>) =>
      found(await check({ VITRINE_ROLE: 'runner', ...environment }), 'Address for other processes');
    const unreachable = {
      outcome: 'warning',
      finding: 'http://127.0.0.1:3000, which only this machine reaches',
      advice: expect.stringContaining('VITRINE_RUNNER_URL'),
    };
    for (const REDIS_URL of [
      elsewhere,
      'redis://127.0.0.1:7000,redis://10.0.0.9:7000',
      'redis-sentinel://10.0.0.9:26379/main',
    ])
      expect(await addressOf({ REDIS_URL }), REDIS_URL).toMatchObject(unreachable);
    for (const REDIS_URL of [
      here,
      '/run/redis.sock',
      'redis://127.0.0.1:7000,redis://localhost:7001',
      'redis-sentinel://[::1]:26379/main',
    ])
      expect((await addressOf({ REDIS_URL })).outcome, REDIS_URL).toBe('ok');
    const VITRINE_RUNNER_URL = 'http://10.0.0.5:3000';
    expect(await addressOf({ REDIS_URL: elsewhere, VITRINE_RUNNER_URL })).toMatchObject({
      outcome: 'ok',
      finding: VITRINE_RUNNER_URL,
    });
  });

  test('that does both needs such an address once there is another one', async () => {
    const addressWith = async (runners: readonly string[]) =>
      found(await check({ REDIS_URL: elsewhere }, runners), 'Address for other processes');
    expect(await addressWith([])).toMatchObject({
      outcome: 'ok',
      finding: expect.stringContaining('enough while it is the only process'),
    });
    expect(await addressWith(['http://127.0.0.1:3000'])).toMatchObject({ outcome: 'ok' });
    expect(await addressWith(['http://10.0.0.5:3000'])).toMatchObject({ outcome: 'warning' });
  });
});

describe('the collector of the audit log', () => {
  const check = async (url: string, token = 'the token') =>
    await checkAuditSink({
      config: configWith({ VITRINE_AUDIT_URL: url, VITRINE_AUDIT_TOKEN: token }),
    });

  test('is not asked for where there is none', async () => {
    expect(await checkAuditSink({ config: configWith({}) })).toEqual([]);
  });

  test('that answers is well, also if it takes nothing but entries, and is sent none', async () => {
    const sink = await startWebhookReceiver((index, response) =>
      response.writeHead([200, 405, 501][index] ?? 204).end(),
    );
    for (let count = 0; count < 3; count += 1)
      expect(await check(`${sink.url}/secret-path`)).toEqual([
        {
          ...{ name: 'Audit collector', outcome: 'ok', advice: null },
          finding: `${new URL(sink.url).host} answers`,
        },
      ]);
    expect(sink.received.map(({ method, body }) => [method, body])).toEqual(Array(3).fill(['HEAD', '']));
    expect(sink.received[0]?.headers).toMatchObject({ authorization: 'Bearer the token' });
  });

  test.each([
    [401, 'warning', 'VITRINE_AUDIT_TOKEN'],
    [404, 'warning', 'VITRINE_AUDIT_URL'],
    [503, 'warning', 'Entries wait'],
    [302, 'fault', 'redirects are not followed'],
  ] as const)('that answers %s is a %s, with what to do', async (status, outcome, advice) => {
    const sink = await startWebhookReceiver((_, response) =>
      response.writeHead(status, { Location: '/elsewhere' }).end(),
    );
    expect(await check(sink.url)).toMatchObject([{ outcome, advice: expect.stringContaining(advice) }]);
    expect(sink.received).toHaveLength(1);
  });

  test('that does not answer is a fault', async () => {
    expect(await check('http://127.0.0.1:1/secret-path')).toMatchObject([
      {
        outcome: 'fault',
        finding: expect.stringMatching(/^127\.0\.0\.1:1 does not answer: /),
        advice: expect.stringContaining('VITRINE_AUDIT_URL'),
      },
    ]);
  });
});
