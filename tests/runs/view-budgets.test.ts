import { expect, onTestFinished, test } from 'vitest';
import { resolveToolSplits, splitOf } from '#lib/config/tool-splits.ts';
import { createViewBudgets, type ViewBudgets } from '#lib/runs/view-budgets.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { sampleEntry } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

type Tools = Parameters<typeof resolveToolSplits>[1];
const ada = { id: 'mem_a', name: 'Ada' };
const dayMs = 24 * 3_600_000;
const start = Date.parse('2026-03-10T12:00:00.000Z');

/** Two processes over the same data, at a time the test sets. */
function bench(tools: Tools = {}) {
  let nowMs = start;
  const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 60, nowMs: () => nowMs });
  onTestFinished(() => stores.close());
  const failures: unknown[] = [];
  const splits = resolveToolSplits('balanced', tools);
  const open = (over: Partial<Stores> = {}): ViewBudgets =>
    createViewBudgets({
      stores: { ...stores, ...over },
      readSplits: async () => (toolName) => splitOf(splits, toolName),
      canRecall: true,
      nowMs: () => nowMs,
      onFailure: (error) => failures.push(error),
    });
  const timestamp = () => new Date(nowMs).toISOString();
  return {
    stores,
    failures,
    open,
    one: open(),
    other: open(),
    pass: (days: number) => {
      nowMs += days * dayMs;
    },
    /** Calls of read_file summarized by `source`, and recalls of them. */
    async record(calls: number, recalls: number, summarizer: string | null = 'source') {
      for (let at = 0; at < calls; at += 1)
        await stores.ledger.record(sampleEntry({ timestamp: timestamp(), summarizer }));
      for (let at = 0; at < recalls; at += 1) {
        const recall = { toolName: 'recall_output', recalledTool: 'read_file', recalledKind: summarizer };
        await stores.ledger.record(sampleEntry({ timestamp: timestamp(), ...recall }));
      }
    },
    audited: async () => await stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 100),
  };
}

const widenedOf = async (budgets: ViewBudgets, tool = 'read_file') =>
  Object.fromEntries((await budgets.splitOf(tool)).widened);

test('nothing is widened unless the team enables it', async () => {
  const { one, stores, record } = bench();
  await record(40, 20);
  await one.widen();
  expect(await stores.widenings.list()).toEqual([]);
  expect(await one.readKinds()).toContainEqual(
    expect.objectContaining({
      toolName: 'read_file',
      summarizer: 'source',
      calls: 40,
      recalls: 20,
      now: { tokens: 400, steps: 0 },
      remedy: { kind: 'widen', fromTokens: 400, toTokens: 600 },
    }),
  );
});

test('two processes that check at once widen once, and the audit log has one line', async () => {
  const { one, other, stores, record, audited, failures } = bench();
  await stores.settings.change({ widening: true });
  await record(40, 7);
  await Promise.all([one.widen(), other.widen(), one.widen(), other.widen()]);
  expect(await stores.widenings.list()).toEqual([
    {
      type: 'widened',
      number: 1,
      timestamp: new Date(start).toISOString(),
      toolName: 'read_file',
      summarizer: 'source',
      level: 'balanced',
      fromTokens: 400,
      toTokens: 600,
      calls: 40,
      recalls: 7,
    },
  ]);
  expect(await widenedOf(other)).toEqual({ source: 600 });
  expect(await widenedOf(other, 'grep_file')).toEqual({});
  expect(await audited()).toMatchObject([
    {
      action: 'view_budget.widened',
      by: null,
      subject: { id: 'read_file/source', name: 'read_file, source' },
      detail: '400 to 600 tokens: 7 recalls of 40 calls',
    },
  ]);
  expect(failures).toEqual([]);
});

test('a process with a stale reading does not widen on top of another’s widening', async () => {
  const { one, open, stores, record, failures } = bench();
  await stores.settings.change({ widening: true });
  await record(40, 7);
  await record(40, 7, 'json');
  // Its reading of the widenings is from before the other process's one.
  const late = open({ widenings: { ...stores.widenings, list: async () => [] } });
  await one.widen();
  const before = await stores.widenings.list();
  expect(before).toHaveLength(2);
  await late.widen();
  expect(await stores.widenings.list()).toEqual(before);
  expect(failures).toEqual([]);
});

test('a second widening needs new calls, counted from the day after the first', async () => {
  const { one, stores, record, pass } = bench();
  await stores.settings.change({ widening: true });
  await record(40, 20);
  await one.widen();
  await record(40, 20);
  await one.widen();
  expect(await widenedOf(one)).toEqual({ source: 600 });
  pass(1);
  await one.widen();
  await record(19, 19);
  await one.widen();
  expect(await widenedOf(one)).toEqual({ source: 600 });
  await record(1, 0);
  await one.widen();
  expect(await widenedOf(one)).toEqual({ source: 900 });
  pass(1);
  await record(40, 40);
  await one.widen();
  expect(await stores.widenings.list()).toHaveLength(2);
});

test('an undo restores the budget at once, once, and pauses the kind', async () => {
  const { one, other, stores, record, pass } = bench();
  await stores.settings.change({ widening: true });
  await record(40, 20);
  await one.widen();
  const undone = await Promise.allSettled([one.undo(1, ada), other.undo(1, ada)]);
  expect(undone.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await widenedOf(one)).toEqual({});
  expect(await one.listWidenings()).toMatchObject([{ number: 1, undone: { by: { id: ada.id } } }]);
  await expect(one.undo(1, ada)).rejects.toMatchObject({ code: 'not_possible' });
  await expect(one.undo(2, ada)).rejects.toMatchObject({ code: 'not_found' });
  pass(29);
  await record(40, 20);
  await one.widen();
  expect(await widenedOf(one)).toEqual({});
  pass(1);
  await one.widen();
  expect(await widenedOf(one)).toEqual({ source: 600 });
});

test('a widening cannot be undone before later ones', async () => {
  const { one, stores, record, pass } = bench();
  await stores.settings.change({ widening: true });
  await record(40, 20);
  await one.widen();
  pass(1);
  await record(40, 20);
  await one.widen();
  await expect(one.undo(1, ada)).rejects.toMatchObject({ code: 'not_possible' });
  await one.undo(2, ada);
  expect(await widenedOf(one)).toEqual({ source: 600 });
  await one.undo(1, ada);
  expect(await widenedOf(one)).toEqual({});
});

test('a budget that people configured is never overridden, now or later', async () => {
  const event = {
    type: 'widened',
    number: 1,
    timestamp: '2026-03-01T12:00:00.000Z',
    toolName: 'read_file',
    summarizer: 'source',
    level: 'balanced',
    fromTokens: 400,
    toTokens: 600,
    calls: 40,
    recalls: 20,
  } as const;
  for (const [tools, remedy] of [
    [{ read_file: { budgetTokens: 90 } }, 'configured'],
    [{ '*': { budgetTokens: 90 } }, 'configured'],
    [{ read_file: { split: false } }, 'no_budget'],
  ] as const) {
    const { one, stores, record } = bench(tools);
    await stores.settings.change({ widening: true });
    await stores.widenings.append(event);
    await record(40, 20);
    await one.widen();
    expect(await widenedOf(one)).toEqual({});
    expect(await stores.widenings.list()).toEqual([event]);
    expect(await one.readKinds()).toContainEqual(
      expect.objectContaining({ summarizer: 'source', remedy: { kind: remedy } }),
    );
  }
});

test('views without a budget are reported, and not changed', async () => {
  const { one, stores, record } = bench();
  await stores.settings.change({ widening: true });
  await record(40, 20, 'displayed');
  await record(40, 20, null);
  await one.widen();
  expect(await stores.widenings.list()).toEqual([]);
});

test('if the store does not respond, a call is split as configured and nothing is thrown', async () => {
  const { stores, one, failures } = bench();
  await stores.close();
  await one.widen();
  expect(await one.splitOf('read_file')).toEqual({
    level: 'balanced',
    budgetTokens: null,
    widened: new Map(),
    canRecall: true,
  });
  expect(failures).toHaveLength(2);
});
