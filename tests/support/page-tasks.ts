import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** CPU time of the thread within it, in microseconds. */
  tdur?: number;
}

/**
 * CPU time of each task of the page's main thread while something is done, in ms: not time by the clock, so that other programs of the
 * machine have no part in it.
 */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['toplevel'] });
  let trace: Buffer;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const tasks = threads.map(({ pid, tid }) =>
    traceEvents.flatMap((event) =>
      event.pid === pid && event.tid === tid && event.name === 'ThreadControllerImpl::RunTask'
        ? [(event.tdur ?? 0) / 1_000]
        : [],
    ),
  );
  // Pages of other tests are blank: the one that works is this one.
  return tasks.toSorted((one, other) => sum(other) - sum(one))[0] ?? [];
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** So many frames later: whatever needs only the page itself was done by then. */
export const afterFrames = (page: Page, count = 20): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }, count);
