import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createGrowthReporter } from '#lib/tools/growth-reporter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const passed = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('the first growth is reported at once, the rest at most once an interval', async () => {
  let stated = 0;
  const count = async () => {
    stated += 1;
  };
  const reporter = createGrowthReporter(count, Date.now);
  await reporter.grew();
  await passed(0);
  expect(stated).toBe(1);
  for (let at = 0; at < 50; at += 1) {
    await reporter.grew();
    await passed(10);
  }
  expect(stated).toBeLessThanOrEqual(1 + 500 / limits.partialIntervalMs);
  expect(stated).toBeGreaterThanOrEqual(500 / limits.partialIntervalMs - 1);
});

test('what came last is reported though nothing comes after it', async () => {
  let stated = 0;
  const count = async () => {
    stated += 1;
  };
  const reporter = createGrowthReporter(count, Date.now);
  await reporter.grew();
  await passed(1);
  await reporter.grew();
  await passed(limits.partialIntervalMs);
  expect(stated).toBe(2);
});

test('telling that takes long is done less often', async () => {
  let stated = 0;
  const slow = async () => {
    stated += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const reporter = createGrowthReporter(slow, Date.now);
  const feeding = (async () => {
    for (let at = 0; at < 100; at += 1) {
      await reporter.grew();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await passed(4_000);
  await feeding;
  expect(stated).toBeLessThanOrEqual(4);
});

test('after the stop nothing is reported', async () => {
  let stated = 0;
  const count = async () => {
    stated += 1;
  };
  const reporter = createGrowthReporter(count, Date.now);
  await reporter.grew();
  await reporter.stop();
  await passed(1_000);
  expect(stated).toBe(0);
});
