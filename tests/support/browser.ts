import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { standardNotifications } from '#lib/core/vocabulary/profile/preferences.ts';
import { standardDateLocale } from '#lib/core/vocabulary/profile/standard-date-locale.ts';
import { parseReading } from '#lib/core/vocabulary/reading-preferences.ts';
import { chromiumFlags, chromiumPackage, chromiumProgram } from '#scripts/chromium.ts';
import { patienceMs, releaseContext, takeContext, type WatchedContext } from './watched-context.ts';
import { countStart } from './worker-end.ts';

/** One person's browser: cookies, storage and tabs of its own. */
export interface Visitor {
  /** Whoever asks for it may change it for good, so no other test goes on with it. */
  readonly context: BrowserContext;
  /** Opens a tab, and waits until the page reacts to what a person does. */
  open(path: string): Promise<Page>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Console errors that this visit is about, such as the browser's own word on a 404. */
  expects?: RegExp[];
  /** Goes on with what the member chose before; default: as somebody who has not chosen anything. */
  keepsPreferences?: true;
}

/** One for all files of a worker. */
let starting: Promise<Browser> | null = null;

/** Another one where it is gone, so that a crash fails one file and not all that follow. */
async function workerBrowser(): Promise<Browser> {
  if (!(await starting)?.isConnected()) starting = launchBrowser();
  return (await starting) as Browser;
}

/** Playwright kills it when this process exits. */
async function launchBrowser(): Promise<Browser> {
  if (!existsSync(chromiumProgram)) {
    throw new Error(
      `These tests need Chromium (${chromiumProgram}). Install it: apt-get install -y ${chromiumPackage}`,
    );
  }
  countStart('browser');
  return await chromium.launch({
    executablePath: chromiumProgram,
    args: [
      ...chromiumFlags,
      // Tabs of one person share a process, and none is started in reserve: a test at a time needs none.
      '--renderer-process-limit=1',
      // No page lives long enough here to win back what optimizing its scripts costs.
      '--js-flags=--no-maglev --no-turbofan',
    ],
    handleSIGTERM: false,
  });
}

/**
 * A browser for the tests of a file. Whatever a page complains of, and every request to anything but the server under
 * test, fails the test it happened in.
 * @throws Error where there is no browser: these tests fail, they are never skipped
 */
export function prepareBrowser(): (url: string, options?: VisitOptions) => Promise<Visitor> {
  let browser: Browser;
  const chosen: WatchedContext[] = [];
  beforeAll(async () => {
    browser = await workerBrowser();
  });
  afterEach(async ({ task }) => {
    const used = chosen.splice(0);
    // What went wrong may go on: no other test has to do with it.
    if (task.result?.state === 'fail') for (const each of used) each.markChanged();
    await Promise.all(used.map(releaseContext));
    expect(used.flatMap(({ problems }) => problems)).toEqual([]);
  });

  return async (url, { expects = [], keepsPreferences, ...options } = {}) => {
    const { origin } = new URL(url);
    if (!keepsPreferences) await forgetPreferences(origin, options.storageState);
    const viewport = { width: 1440, height: 900 };
    const watched = await takeContext(browser, { viewport, ...options, origin, expects });
    chosen.push(watched);
    return {
      get context() {
        watched.markChanged();
        return watched.context;
      },
      async open(path) {
        const page = await watched.openTab();
        await page.goto(url + path);
        if (options.javaScriptEnabled !== false) await untilAwake(page);
        return page;
      },
    };
  };
}

/** Preferences come with the account, which the tests of a server share. */
async function forgetPreferences(
  origin: string,
  storageState: BrowserContextOptions['storageState'],
): Promise<void> {
  const cookies = typeof storageState === 'object' ? storageState.cookies : [];
  await fetch(`${origin}/api/profile/preferences`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      origin,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    body: JSON.stringify({
      theme: 'system',
      reading: parseReading(''),
      dates: standardDateLocale,
      notifications: standardNotifications,
    }),
    // Where nobody is signed in there is nothing to forget.
  }).catch(() => undefined);
}

/** The server's page is there before its script is: React marks the elements it has taken over, effects follow in a frame. */
export async function untilAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const element = document.querySelector('main');
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'));
  });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Asks again and again until the expectation holds. */
export const eventually = <T>(probe: () => T | Promise<T>) =>
  expect.poll(probe, { timeout: patienceMs, interval: 50 });
