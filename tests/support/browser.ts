import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { chromiumFlags, chromiumProgram } from '../../scripts/chromium.ts';
import { countStart } from './worker-end.ts';

/** For what hangs: on a machine at load 20 a page may take half of it. */
const patienceMs = 60_000;

/** One person's browser: cookies, storage and tabs of its own. */
export interface Visitor {
  context: BrowserContext;
  /** Opens a tab, and waits until the page reacts to what a person does. */
  open(path: string): Promise<Page>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Console errors that this visit is about, such as the browser's own word on a 404. */
  expects?: RegExp[];
}

interface Guarded {
  context: BrowserContext;
  problems: string[];
}

/** One for all files of a worker: each test has contexts of its own. */
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
      `These tests need Chromium (${chromiumProgram}). Install it: apt-get install -y chromium`,
    );
  }
  countStart('browser');
  return await chromium.launch({
    executablePath: chromiumProgram,
    args: [...chromiumFlags],
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
  const guarded: Guarded[] = [];
  beforeAll(async () => {
    browser = await workerBrowser();
  });
  afterEach(async () => {
    const visits = guarded.splice(0);
    await Promise.all(visits.map(({ context }) => context.close()));
    expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
  });

  return async (url, { expects = [], ...options } = {}) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    context.setDefaultTimeout(patienceMs);
    const problems: string[] = [];
    guarded.push({ context, problems });
    await guard(context, url, (problem) => {
      if (!expects.some((pattern) => pattern.test(problem))) problems.push(problem);
    });
    return {
      context,
      async open(path) {
        const page = await context.newPage();
        await page.goto(url + path);
        if (options.javaScriptEnabled !== false) await untilAwake(page);
        return page;
      },
    };
  };
}

async function guard(context: BrowserContext, url: string, report: (problem: string) => void): Promise<void> {
  const { origin } = new URL(url);
  context.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report(`page error: ${error.error().message}`));
  context.on('request', (request) => {
    const target = new URL(request.url());
    const isOwn = target.origin === origin || ['data:', 'blob:', 'about:'].includes(target.protocol);
    if (!isOwn) report(`request elsewhere: ${request.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
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
