import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { chromiumFlags, chromiumProgram } from '#scripts/chromium.ts';
import type { Bench } from '../bench.ts';

export interface OpenPage {
  page: Page;
  session: CDPSession;
}

export async function startBrowser({ belongings }: Bench): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumProgram, args: [...chromiumFlags] });
  belongings.add(() => browser.close());
  return browser;
}

/** An empty tab in a fresh browser profile. */
export async function openTab(browser: Browser): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  return { page, session: await context.newCDPSession(page) };
}

/** A page in a new tab, once it reacts to input. */
export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const { page, session } = await openTab(browser);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => {
    const element = document.querySelector('main');
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'));
  });
  return { page, session };
}
