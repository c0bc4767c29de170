import { describe, expect, test } from 'vitest';
import type { RunnerRecord } from '#lib/core/vocabulary/runner-record.ts';
import { answerMetrics, isScraper } from '#lib/http/metrics.ts';
import { createMetrics } from '#lib/observe/metrics.ts';
import { openMemoryStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { readMetrics } from '#tests/support/read-metrics.ts';

const metricsToken = 'metrics-token-of-more-than-32-characters';
const asks = (authorization: string | null, token: string | null = metricsToken) =>
  isScraper(
    new Request('http://localhost/api/metrics', {
      headers: authorization === null ? {} : { authorization },
    }),
    { metricsToken: token },
  );

test('a request with the token reads the metrics', () => {
  expect(asks(`Bearer ${metricsToken}`)).toBe(true);
  expect(asks(`bearer  ${metricsToken}`)).toBe(true);
});

test.each([
  null,
  '',
  'Bearer',
  metricsToken,
  `Basic ${metricsToken}`,
  `Bearer ${metricsToken}x`,
  `Bearer ${metricsToken.slice(1)}`,
  `Bearer ${metricsToken} x`,
])('a request with %s does not read the metrics', (authorization) => {
  expect(asks(authorization)).toBe(false);
});

test('no token is valid if none is configured', () => {
  expect(asks('Bearer null', null)).toBe(false);
  expect(asks(`Bearer ${metricsToken}`, null)).toBe(false);
});

const recordOf = (address: string, workspaces: RunnerRecord['workspaces']): RunnerRecord => ({
  ...{ address, instance: address, disk: address, workspaces, workingOn: 0 },
  commands: { mode: 'off', reason: 'off', memory: null, memoryReason: null },
});
const workspaceOf = (name: string, isConfigured: boolean) => ({
  ...{ name, path: `/srv/${name}`, isRepository: true, isConfigured },
});

describe('the runners of an installation', () => {
  const aliveMs = 10_000;
  function begin() {
    let nowMs = Date.now();
    const stores = openMemoryStores({ nowMs: () => nowMs });
    const read = async () => {
      const response = await answerMetrics({
        ...{ stores, metrics: createMetrics({ tools: [], models: [] }) },
        runners: { countWaiting: () => 0 },
        ledger: { setAside: () => 0 },
        streams: { openCount: () => 0 },
      });
      const found = readMetrics(await response.text());
      return ['runners_known', 'runners_away', 'workspaces_away'].map((name) => found.sum(`vitrine_${name}`));
    };
    return {
      ...{ stores, read },
      register: (address: string, ...workspaces: RunnerRecord['workspaces']) =>
        stores.runners.put(recordOf(address, workspaces), aliveMs),
      pass(milliseconds: number) {
        nowMs += milliseconds;
      },
    };
  }

  test('are counted as away once they have not registered for a while, with the workspaces that only they have', async () => {
    const { read, register, pass } = begin();
    expect(await read()).toEqual([0, 0, 0]);
    await register('http://10.0.0.1:3000', workspaceOf('shop', true), workspaceOf('docs', true));
    await register('http://10.0.0.2:3000', workspaceOf('docs', true));
    expect(await read()).toEqual([2, 0, 0]);
    pass(aliveMs + 1);
    await register('http://10.0.0.2:3000', workspaceOf('docs', true));
    expect(await read()).toEqual([2, 1, 1]);
    await register('http://10.0.0.1:3000', workspaceOf('shop', true), workspaceOf('docs', true));
    expect(await read()).toEqual([2, 0, 0]);
  });

  test('miss nothing where others share the disk, or one has another address since its start', async () => {
    const { read, register, pass } = begin();
    await register('http://10.0.0.1:3000', workspaceOf('shop', true));
    pass(aliveMs + 1);
    expect(await read()).toEqual([1, 1, 1]);
    await register('http://10.0.0.9:3000', workspaceOf('shop', true));
    expect(await read()).toEqual([2, 1, 0]);
  });

  test('miss a clone that an admin added until it is removed', async () => {
    const { stores, read, register, pass } = begin();
    await stores.workspaces.add({
      ...{ name: 'site', kind: 'clone', url: 'https://git.example/site', path: '/clones/site' },
      ...{ state: 'ready', failure: null, addedBy: { id: 'mem_a', name: 'Ada' } },
      addedAt: '2026-01-01T00:00:00.000Z',
    });
    await register('http://10.0.0.1:3000', workspaceOf('site', false));
    pass(aliveMs + 1);
    expect(await read()).toEqual([1, 1, 1]);
    await stores.workspaces.remove('site');
    expect(await read()).toEqual([1, 1, 0]);
  });
});

test('metrics are answered while the store is not there, and what only that knows is no number', async () => {
  const refused = () => Promise.reject(new Error('the store is away'));
  const response = await answerMetrics({
    stores: {
      leases: { listPending: refused },
      ...{ runners: { list: refused }, workspaces: { list: refused } },
    },
    metrics: createMetrics({ tools: [], models: [] }),
    runners: { countWaiting: () => 3 },
    ledger: { setAside: () => 2 },
    streams: { openCount: () => 1 },
  });
  const text = await response.text();
  expect([response.status, readMetrics(text).sum('vitrine_ledger_entries_set_aside')]).toEqual([200, 2]);
  for (const name of ['conversations_pending', 'conversations_without_runner', 'runners_away'])
    expect(text).toContain(`vitrine_${name} Nan\n`);
});
