import type { CDPSession, Page } from 'playwright-core';

/**
 * Clicks what `trigger` matches and returns, for each selector in `shown`, after how many milliseconds a
 * frame with it was painted. Uses the page's own clock, so the round trip to the page is not included.
 */
export function paintsAfterClick(page: Page, trigger: string, shown: readonly string[]): Promise<number[]> {
  return page.evaluate(
    async ({ trigger, shown }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const button = document.querySelector<HTMLElement>(trigger);
      if (!button) throw new Error(`there is no ${trigger}`);
      const startedMs = performance.now();
      button.click();
      const paints: number[] = [];
      for (const selector of shown) {
        while (document.querySelector(selector) === null) await frame();
        // What a frame finds is painted at its end; the start of the next frame gives that time.
        await frame();
        paints.push(performance.now() - startedMs);
      }
      return paints;
    },
    { trigger, shown: [...shown] },
  );
}

/**
 * Milliseconds from the start of a navigation until a frame with `shown` was painted, by the page's own
 * clock.
 */
export async function paintAfterNavigation(page: Page, url: string, shown: string): Promise<number> {
  await page.addInitScript((selector) => {
    const clock = { paintMs: null as number | null };
    (window as unknown as { opening: typeof clock }).opening = clock;
    const look = () => {
      if (document.querySelector(selector) === null) return requestAnimationFrame(look);
      // What a frame finds is painted at its end; the start of the next frame gives that time.
      return requestAnimationFrame(() => {
        clock.paintMs = performance.now();
      });
    };
    requestAnimationFrame(look);
  }, shown);
  await page.goto(url, { waitUntil: 'commit' });
  const painted = await page.waitForFunction(
    () => (window as unknown as { opening: { paintMs: number | null } }).opening.paintMs,
  );
  return Number(await painted.jsonValue());
}

/** Milliseconds of each frame while `work` runs in the page. */
export async function framesWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const clock = { isOn: true, frames: [] as number[] };
    (window as unknown as { clock: typeof clock }).clock = clock;
    let before = performance.now();
    // The frame's own time: the delay until the callback runs within the frame is not visible.
    const tick = (now: number) => {
      clock.frames.push(now - before);
      before = now;
      if (clock.isOn) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await work();
  return page.evaluate(() => {
    const { clock } = window as unknown as { clock: { isOn: boolean; frames: number[] } };
    clock.isOn = false;
    return clock.frames.slice(1);
  });
}

/** Bytes of live JavaScript objects after garbage collection. */
export async function liveHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

export const elementCount = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('*').length);

/** Counts the bytes received over the network from now on, as sent. */
export async function countBytes(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

/**
 * Waits until every row that the panel's scroller shows has its text; returns how long that took, in
 * milliseconds.
 */
export const untilTextIsVisible = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const startedMs = performance.now();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isFilled = () => {
      const scroller = document.querySelector('.panel .lines');
      if (!scroller) return false;
      const box = scroller.getBoundingClientRect();
      const positions = [0.05, 0.35, 0.65, 0.95].map((part) => box.top + part * box.height);
      return positions.every((y) =>
        document.elementsFromPoint(box.left + box.width / 2, y).some((element) => element.closest('.ln')),
      );
    };
    while (!isFilled()) await frame();
    return performance.now() - startedMs;
  });
