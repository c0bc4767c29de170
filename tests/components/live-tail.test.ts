import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ArtifactHead } from '#components/artifacts/api/artifact-api.ts';
import {
  createLiveTail,
  type FetchTail,
  type LiveTail,
} from '#components/artifacts/viewers/terminal/live-tail.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

interface Asked {
  from: number;
  to: number;
  signal: AbortSignal;
  answer: (result: RequestResult<ArtifactHead>) => Promise<void>;
}

let asked: Asked[];
let tail: LiveTail;
beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  tail = createLiveTail(fetchTail);
});
afterEach(() => {
  tail.close();
  vi.useRealTimers();
});

const fetchTail: FetchTail = (from, to, signal) =>
  new Promise((resolve) => {
    const answer = async (result: RequestResult<ArtifactHead>) => {
      resolve(result);
      await vi.advanceTimersByTimeAsync(0);
    };
    asked.push({ from, to, signal, answer });
  });

const metadata = {} as ArtifactMetadata;
const linesOf = (from: number, to: number, word = 'line'): RequestResult<ArtifactHead> => ({
  ok: true,
  value: {
    metadata,
    data: {
      lines: Array.from({ length: to - from + 1 }, (_, index) => `${word} ${from + index}`),
      from,
      to,
      total: to,
      cut: [],
      state: 'writing',
    },
  },
});
const ranges = () => asked.map(({ from, to }) => `${from}-${to}`);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the newest lines of an output', () => {
  test('are requested at once, then at most ten times a second, one request at a time', async () => {
    tail.grow(1);
    await pass(0);
    expect(ranges()).toEqual(['1-1']);
    for (const count of [2, 3, 4]) tail.grow(count);
    await pass(500);
    expect(asked).toHaveLength(1);
    await asked[0]?.answer(linesOf(1, 1));
    expect(ranges()).toEqual(['1-1', '1-4']);
    await asked[1]?.answer(linesOf(1, 4));
    tail.grow(5);
    await pass(99);
    expect(asked).toHaveLength(2);
    await pass(1);
    expect(ranges()).toEqual(['1-1', '1-4', '4-5']);
  });

  test('continue the loaded lines, and may extend the last of them', async () => {
    tail.grow(3);
    await pass(0);
    await asked[0]?.answer(linesOf(1, 3));
    tail.grow(3);
    await pass(100);
    await asked[1]?.answer(linesOf(3, 3, 'longer line'));
    expect(tail.read().lines).toEqual(['line 1', 'line 2', 'longer line 3']);
  });

  test('are at most the last two hundred, and lines in between are skipped', async () => {
    tail.grow(80);
    await pass(0);
    await asked[0]?.answer(linesOf(1, 80));
    tail.grow(170);
    await pass(100);
    await asked[1]?.answer(linesOf(80, 170));
    tail.grow(260);
    await pass(100);
    await asked[2]?.answer(linesOf(170, 260));
    expect([tail.read().from, tail.read().lines.length]).toEqual([61, 200]);
    tail.grow(90_000);
    await pass(100);
    expect(ranges().at(-1)).toBe('89901-90000');
    await asked[3]?.answer(linesOf(89_901, 90_000));
    expect([tail.read().from, tail.read().lines[0]]).toEqual([89_901, 'line 89901']);
  });

  test('are requested further if a response was cut short', async () => {
    tail.grow(50);
    await pass(0);
    await asked[0]?.answer(linesOf(1, 20));
    await pass(100);
    expect(ranges()).toEqual(['1-50', '20-50']);
  });

  test('keep cut lines under their line numbers', async () => {
    tail.grow(2);
    await pass(0);
    const answer = linesOf(1, 2);
    if (answer.ok) answer.value.data?.cut.push({ line: 2, byteLength: 9_000 });
    await asked[0]?.answer(answer);
    tail.grow(4);
    await pass(100);
    await asked[1]?.answer(linesOf(2, 4));
    expect([...tail.read().cut]).toEqual([]);
  });
});

test('the newest lines are not requested while nobody follows them, and the loaded ones stay', async () => {
  tail.grow(10);
  await pass(0);
  await asked[0]?.answer(linesOf(1, 10));
  tail.follow(false);
  tail.grow(500);
  await pass(5_000);
  expect(asked).toHaveLength(1);
  expect(tail.read().lines).toHaveLength(10);
  tail.follow(true);
  await pass(0);
  expect(ranges()).toEqual(['1-10', '401-500']);
});

test('a response that arrives after scrolling up removes nothing, and is requested again later', async () => {
  tail.grow(10);
  await pass(0);
  await asked[0]?.answer(linesOf(1, 10));
  tail.grow(500);
  await pass(100);
  tail.follow(false);
  expect(asked[1]?.signal.aborted).toBe(true);
  await asked[1]?.answer(linesOf(401, 500));
  expect(tail.read().lines).toEqual(Array.from({ length: 10 }, (_, index) => `line ${index + 1}`));
  tail.follow(true);
  await pass(100);
  expect(ranges()).toEqual(['1-10', '401-500', '401-500']);
});

test('a failed request is retried after a second, and the loaded lines stay', async () => {
  tail.grow(10);
  await pass(0);
  await asked[0]?.answer(linesOf(1, 10));
  tail.grow(20);
  await pass(100);
  await asked[1]?.answer({ ok: false, code: 'network', error: '' });
  expect(tail.read().lines).toHaveLength(10);
  await pass(999);
  expect(asked).toHaveLength(2);
  await pass(1);
  expect(ranges().at(-1)).toBe('10-20');
});

test('a closed tail requests and reports nothing', async () => {
  let stated = 0;
  tail.subscribe(() => {
    stated += 1;
  });
  tail.grow(10);
  await pass(0);
  tail.close();
  expect(asked[0]?.signal.aborted).toBe(true);
  await asked[0]?.answer(linesOf(1, 10));
  await pass(5_000);
  expect([asked.length, stated]).toEqual([1, 0]);
});
