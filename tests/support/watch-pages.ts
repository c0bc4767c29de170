import type { BrowserContext, ElementHandle, Page } from 'playwright-core';
import { watchRequestsElsewhere } from './requests-elsewhere.ts';

/** What a visit is about: the browser's own word on a page that is not there. */
export type Expected = (problem: string) => boolean;

/**
 * Everything that pages complain of and that the browser complains of pages: policy violations, console errors and
 * warnings, errors of scripts, requests that failed or were refused, and requests to another origin.
 */
export async function watchPages(
  context: BrowserContext,
  origin: string,
  isExpected: Expected = () => false,
): Promise<string[]> {
  const problems: string[] = [];
  const report = (problem: string) => {
    if (!isExpected(problem)) problems.push(problem);
  };
  await context.exposeBinding('reportViolation', (_, text: string) => report(`policy violation: ${text}`));
  await context.addInitScript(() => {
    // What a press waits for (below) is looked up there.
    performance.setResourceTimingBufferSize(100_000);
    document.addEventListener('securitypolicyviolation', (event) => {
      const notify = Reflect.get(window, 'reportViolation') as (text: string) => void;
      notify(`${event.effectiveDirective} ${event.blockedURI} at ${location.pathname}`);
    });
  });
  context.on('console', (message) => {
    if (/^(error|warning)$/.test(message.type()))
      report(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report(`page error: ${error.error().message}`));
  watchRequestsElsewhere(
    context,
    () => origin,
    report,
    () => problems,
  );
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Aborted: the page was left meanwhile. Stopped by the policy: reported above, as a violation.
    if (why !== 'net::ERR_ABORTED' && why !== 'csp') report(`request failed: ${request.url()} ${why}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) report(`answered ${response.status()}: ${response.url()}`);
  });
  return problems;
}

/** Buttons that do more than show something, or lead away. */
const leftAlone =
  /sign out|sign in|^end\b|^choose a picture|join|become|use it|use the default|^open|stop|send|run again|undo|redo|keep|delete|remove|revoke|archive|load from|create|show$|allow|refuse|make an? |restore|^pin|^unpin|download|csv|theme|merge|discard/i;

/**
 * Presses every button and tab of a page that only opens or switches something, each of a name once (`pressed` is kept from
 * page to page; a panel is its own), and every choice of the menus that come of it. What opened is closed again. Gives the
 * names of the dialogs that were open.
 */
export async function openEverything(page: Page, pressed: Set<string>): Promise<string[]> {
  const address = page.url();
  const dialogs: string[] = [];
  for (;;) {
    const found = await nextOf(page, 'button, [role=tab], summary', pressed);
    if (found === null) return dialogs;
    for (let isOpen = await press(found); isOpen; isOpen = await press(found)) {
      const choice = await nextOf(page, '[role=menuitem]', pressed);
      dialogs.push(...(await dialogsOf(page)));
      if (choice === null) break;
      await press(choice);
      dialogs.push(...(await dialogsOf(page)));
      await closeAll(page);
    }
    await closeAll(page);
    if (page.url() !== address) await leadBack(page, address);
  }
}

/** A panel that a press has opened is closed as people do it: the page need not be loaded again. */
async function leadBack(page: Page, address: string): Promise<void> {
  if (page.url().startsWith(`${address}#`)) {
    await page.keyboard.press('Escape');
    // Where the key does something else, the page is loaded again.
    await page.waitForURL(address, { timeout: 1_000 }).catch(() => undefined);
  }
  if (page.url() !== address) await page.goto(address);
}

/** Whether it could be: what went away with the press before cannot. What it opens is there, also where its code is loaded for it. */
const press = (found: ElementHandle<Element>): Promise<boolean> =>
  found.evaluate(async (element) => {
    if (!element.isConnected) return false;
    (element as HTMLElement).click();
    // Those for browsers without modules are never loaded.
    const awaited = () => [...document.scripts].filter(({ src, noModule }) => src !== '' && !noModule);
    const isLoading = () => awaited().some(({ src }) => performance.getEntriesByName(src).length === 0);
    const frame = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 20));
      });
    await frame();
    for (let turns = 0; isLoading() && turns < 200; turns += 1) await frame();
    return element.isConnected;
  });

/** The first in sight whose name was not pressed yet. */
async function nextOf(page: Page, selector: string, pressed: Set<string>) {
  const found = await page.evaluateHandle(
    ({ known, leave }) => {
      const names = new Set(known);
      const isLeft = new RegExp(leave.source, leave.flags);
      const all = [...document.querySelectorAll(leave.selector)].filter((one) => one.checkVisibility());
      for (const element of all) {
        if (element.matches(':disabled, [aria-disabled=true]')) continue;
        const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
        // Of many cards each has the same buttons, named after it; the views of a result are its own.
        const kind = name.replaceAll(/\d+/g, '0').replace(/(?<=^\w[\w ]*: ).*/, '');
        const key = `${element.closest('.seg') ? location.hash : ''} ${kind}`;
        if (kind === '' || names.has(key) || isLeft.test(kind)) continue;
        document.documentElement.dataset.pressed = key;
        return element;
      }
      return null;
    },
    { known: [...pressed], leave: { selector, source: leftAlone.source, flags: leftAlone.flags } },
  );
  const element = found.asElement();
  if (element) pressed.add(await page.evaluate(() => document.documentElement.dataset.pressed ?? ''));
  return element as ElementHandle<Element> | null;
}

const openParts = '[role=dialog], [role=alertdialog], [role=menu]';

const dialogsOf = (page: Page): Promise<string[]> =>
  page.locator('[role=dialog], [role=alertdialog]').evaluateAll((open) =>
    open.map((dialog) => {
      const label = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
      return dialog.getAttribute('aria-label') ?? label?.textContent ?? '';
    }),
  );

async function closeAll(page: Page): Promise<void> {
  const open = page.locator(openParts).filter({ visible: true });
  for (let tries = 0; tries < 4 && (await open.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape');
    await open
      .first()
      .waitFor({ state: 'hidden', timeout: 500 })
      .catch(() => {
        // Another one lay over it: once more.
      });
  }
}

/** Paths of this site that a page leads to, without what is within a page. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.locator('a[href]').evaluateAll((links) => {
    const urls = links.map((link) => new URL((link as HTMLAnchorElement).href));
    const own = urls.filter((url) => url.origin === location.origin && !url.pathname.startsWith('/api/'));
    return [...new Set(own.map((url) => url.pathname + url.search))];
  });
