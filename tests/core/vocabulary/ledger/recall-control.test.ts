import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#lib/core/algorithms/utc-days.ts';
import type { KindBudget } from '#lib/core/vocabulary/ledger/kind-reading.ts';
import { isTooThin, readKind, recallControl } from '#lib/core/vocabulary/ledger/recall-control.ts';
import { type DaySums, kindKey, noSums, readKindKey } from '#lib/core/vocabulary/ledger/sums.ts';
import { isUndoable, widenedBudgets, wideningsOf } from '#lib/core/vocabulary/ledger/widening.ts';
import type { WideningEvent } from '#lib/core/vocabulary/ledger/widening-event.ts';

const kind = { toolName: 'read_file', summarizer: 'source' };
const balanced: KindBudget = { by: 'level', level: 'balanced', tokens: 400 };
const noon = Date.parse('2026-03-10T12:00:00.000Z');
const dayMs = 24 * 3_600_000;

const counted = (day: string, calls: number, recalls: number): DaySums => ({
  day,
  key: 'read_file/source',
  label: '',
  sums: { ...noSums(), calls, recalls },
});
const widened = (number: number, timestamp: string, change: Partial<WideningEvent> = {}): WideningEvent =>
  ({
    type: 'widened',
    number,
    timestamp,
    ...kind,
    level: 'balanced',
    fromTokens: 400,
    toTokens: 600,
    calls: 40,
    recalls: 10,
    ...change,
  }) as WideningEvent;
const undone = (number: number, timestamp: string, widening: number): WideningEvent => ({
  type: 'undone',
  number,
  timestamp,
  widening,
  by: { id: 'mem_a', name: 'Ada' },
});
const read = (
  events: WideningEvent[],
  days: DaySums[],
  { budget = balanced, nowMs = noon }: { budget?: KindBudget; nowMs?: number } = {},
) => readKind(wideningsOf(events), kind, { days, budget, nowMs });

test('a view is too thin when more than 15% of at least 20 calls are recalled', () => {
  expect(isTooThin({ calls: 20, recalls: 3 })).toBe(false);
  expect(isTooThin({ calls: 20, recalls: 4 })).toBe(true);
  expect(isTooThin({ calls: 19, recalls: 19 })).toBe(false);
  expect(isTooThin({ calls: 0, recalls: 4 })).toBe(false);
  expect(isTooThin({ calls: 1_000, recalls: 150 })).toBe(false);
  expect(isTooThin({ calls: 1_000, recalls: 151 })).toBe(true);
});

test('counts today and the 29 days before', () => {
  const days = [counted('2026-02-08', 100, 100), counted('2026-02-09', 15, 2), counted('2026-03-10', 5, 1)];
  expect(read([], days)).toMatchObject({ calls: 20, recalls: 3, countedAnewFrom: null, remedy: null });
});

test('a thin view widens by a half, at most twice, and counts again from the next day each time', () => {
  const thin = counted('2026-03-10', 40, 10);
  expect(read([], [thin])).toMatchObject({
    now: { tokens: 400, steps: 0 },
    remedy: { kind: 'widen', fromTokens: 400, toTokens: 600 },
  });
  const once = widened(1, '2026-03-10T09:00:00.000Z');
  expect(read([once], [thin])).toMatchObject({
    now: { tokens: 600, steps: 1 },
    calls: 0,
    countedAnewFrom: '2026-03-11',
    remedy: null,
  });
  const nextDay = { nowMs: noon + dayMs };
  const thinAgain = [thin, counted('2026-03-11', 20, 9)];
  expect(read([once], thinAgain, nextDay)).toMatchObject({
    calls: 20,
    remedy: { kind: 'widen', fromTokens: 600, toTokens: 900 },
  });
  const twice = widened(2, '2026-03-11T09:00:00.000Z', { fromTokens: 600, toTokens: 900 });
  expect(read([once, twice], [counted('2026-03-12', 30, 30)], { nowMs: noon + 2 * dayMs })).toMatchObject({
    now: { tokens: 900, steps: 2 },
    remedy: { kind: 'widest' },
  });
});

test('undoing a widening restores the previous budget and pauses widening for 30 days', () => {
  const events = [
    widened(1, '2026-02-01T09:00:00.000Z'),
    widened(2, '2026-02-03T09:00:00.000Z', { fromTokens: 600, toTokens: 900 }),
    undone(3, '2026-02-05T09:00:00.000Z', 2),
  ];
  const days = [counted('2026-03-06', 40, 20)];
  expect(read(events, days, { nowMs: Date.parse('2026-03-07T08:59:59.999Z') })).toMatchObject({
    now: { tokens: 600, steps: 1 },
    remedy: { kind: 'rests', until: '2026-03-07T09:00:00.000Z' },
  });
  expect(read(events, days, { nowMs: Date.parse('2026-03-07T09:00:00.000Z') })).toMatchObject({
    remedy: { kind: 'widen', fromTokens: 600, toTokens: 900 },
  });
});

test('only the latest active widening can be undone', () => {
  const events = [
    widened(1, '2026-02-01T09:00:00.000Z'),
    widened(2, '2026-02-03T09:00:00.000Z', { toTokens: 900 }),
  ];
  const undoable = (all: WideningEvent[]) =>
    wideningsOf(all).map((widening, _, widenings) => isUndoable(widenings, widening));
  expect(undoable(events)).toEqual([false, true]);
  expect(undoable([...events, undone(3, '2026-02-04T09:00:00.000Z', 2)])).toEqual([true, false]);
});

test('a configured budget, or a view without a budget, is never widened', () => {
  const thin = [counted('2026-03-10', 40, 10)];
  const events = [widened(1, '2026-02-01T09:00:00.000Z')];
  const configured: KindBudget = { by: 'config', level: 'balanced', tokens: 80 };
  expect(read(events, thin, { budget: configured })).toMatchObject({
    now: { tokens: 80, steps: 0 },
    remedy: { kind: 'configured' },
  });
  expect(read(events, thin, { budget: { by: 'nothing' } })).toMatchObject({
    now: null,
    remedy: { kind: 'no_budget' },
  });
});

test('a widening applies only to its tool, summarizer and level', () => {
  const widenings = wideningsOf([
    widened(1, '2026-02-01T09:00:00.000Z'),
    widened(2, '2026-02-03T09:00:00.000Z', { summarizer: 'json', toTokens: 700 }),
    widened(3, '2026-02-03T09:00:00.000Z', { toolName: 'grep_file' }),
    widened(4, '2026-02-03T09:00:00.000Z', { level: 'minimal', toTokens: 180 }),
    undone(5, '2026-02-04T09:00:00.000Z', 3),
  ]);
  const budgets = (tool: string, level: string) => Object.fromEntries(widenedBudgets(widenings, tool, level));
  expect(budgets('read_file', 'balanced')).toEqual({ source: 600, json: 700 });
  expect(budgets('read_file', 'minimal')).toEqual({ source: 180 });
  expect(budgets('read_file', 'conservative')).toEqual({});
  expect(budgets('grep_file', 'balanced')).toEqual({});
});

test('no widening exceeds the limit of a result', () => {
  const thin = [counted('2026-03-10', 40, 10)];
  const of = (tokens: number) =>
    read([], thin, { budget: { by: 'level', level: 'conservative', tokens } }).remedy;
  expect(of(20_000)).toEqual({ kind: 'widen', fromTokens: 20_000, toTokens: 25_000 });
  expect(of(25_000)).toEqual({ kind: 'widest' });
});

test('a view kind is parsed back from its key', () => {
  for (const summarizer of ['stack trace', null, 'a/b'])
    expect(readKindKey(kindKey('run_pty_cmd', summarizer))).toEqual({ toolName: 'run_pty_cmd', summarizer });
});

const history = fc.array(fc.record({ calls: fc.nat(60), recalls: fc.nat(60), undoes: fc.boolean() }), {
  minLength: 1,
  maxLength: 120,
});

test('budgets stay within two widenings, pause after an undo and change once a day, for any history', () => {
  fc.assert(
    fc.property(history, (days) => {
      const events: WideningEvent[] = [];
      const sums: DaySums[] = [];
      days.forEach(({ calls, recalls, undoes }, index) => {
        const nowMs = noon + index * dayMs;
        const timestamp = new Date(nowMs).toISOString();
        sums.push(counted(dayOf(nowMs), calls, recalls));
        // Repeated checks: a widening that one check made is not made again by the next.
        for (let asked = 0; asked < 3; asked += 1) {
          const { remedy } = read(events, sums, { nowMs });
          if (remedy?.kind !== 'widen') continue;
          const { fromTokens, toTokens } = remedy;
          events.push(widened(events.length + 1, timestamp, { fromTokens, toTokens }));
        }
        const last = wideningsOf(events).findLast((one) => one.undone === null);
        if (undoes && last) events.push(undone(events.length + 1, timestamp, last.number));
        const { now } = read(events, sums, { nowMs });
        expect([400, 600, 900]).toContain(now?.tokens);
        expect(now?.tokens).toBe(400 * recallControl.step ** (now?.steps ?? 0));
      });
      const widenings = events.filter(({ type }) => type === 'widened');
      expect(new Set(widenings.map(({ timestamp }) => timestamp)).size).toBe(widenings.length);
      for (const { timestamp, type } of events) {
        if (type !== 'undone') continue;
        const end = addDays(timestamp.slice(0, 10), recallControl.restDays);
        const during = widenings.filter(
          (one) => one.timestamp > timestamp && one.timestamp.slice(0, 10) < end,
        );
        expect(during).toEqual([]);
      }
    }),
  );
});
