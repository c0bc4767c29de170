import type { BrowserContext, Page } from 'playwright-core';

/** One message of an event stream, as the page got it. */
export interface HeardEvent {
  /** By the machine's clock, which all browsers of a test share. */
  atMs: number;
  text: string;
}

interface Heard {
  heardEvents: HeardEvent[];
}

/** From now on pages of this browser keep what their event streams say, in its order. */
export async function keepHeardEvents(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard: { atMs: number; text: string }[] = [];
    Object.assign(globalThis, { heardEvents: heard });
    const { EventSource: Original } = globalThis;
    globalThis.EventSource = class extends Original {
      constructor(url: string | URL, init?: EventSourceInit) {
        super(url, init);
        this.addEventListener('message', ({ data }) => {
          heard.push({ atMs: performance.timeOrigin + performance.now(), text: String(data) });
        });
      }
    };
  });
}

export const heardEvents = (page: Page): Promise<HeardEvent[]> =>
  page.evaluate(() => (globalThis as unknown as Heard).heardEvents);
