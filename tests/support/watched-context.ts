import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { watchRequestsElsewhere } from './requests-elsewhere.ts';

/** A browser context for one person of one test, and what its pages complained of. */
export interface WatchedContext {
  readonly context: BrowserContext;
  readonly problems: readonly string[];
  openTab(): Promise<Page>;
  /** Something of it was changed for good: no other test gets it. */
  markChanged(): void;
}

export interface WatchOptions extends BrowserContextOptions {
  /** All other origins are elsewhere: a request to them is a problem. */
  origin: string;
  expects: readonly RegExp[];
}

interface Reusable extends WatchedContext {
  made: BrowserContextOptions;
  origin: string;
  expects: readonly RegExp[];
  problems: string[];
  isChanged: boolean;
  /** Its first tab, which the next test goes on with. */
  tab: Page | null;
  isTabTaken: boolean;
  /** Takes back what a test has added to its tab. */
  undo: (() => unknown)[];
}

/** For what hangs: on a machine at load 20 a page may take half of it. */
export const patienceMs = 60_000;
/** A process of the browser for each; the longest unused is closed first. */
const maxIdle = 6;
const idle: Reusable[] = [];

/** What of a page outlasts its documents: who uses one of these keeps the page from the next test. */
const lasting = [
  'addInitScript',
  'clock',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const satisfies (keyof Page)[];

/**
 * As good as a new one. A new context costs a process of the browser, a tab, and all scripts loaded and compiled again, which is half
 * of what opening a page costs: so a test gets one that another test is done with, emptied, where that has changed nothing that stays.
 */
export async function takeContext(
  browser: Browser,
  { origin, expects, storageState, ...options }: WatchOptions,
): Promise<WatchedContext> {
  const fits = idle.filter(
    ({ context, made }) => context.browser() === browser && JSON.stringify(made) === JSON.stringify(options),
  );
  const cookies = typeof storageState === 'object' ? (storageState.cookies ?? []) : [];
  const hasOnlyCookies = typeof storageState !== 'string' && !storageState?.origins?.length;
  const found = hasOnlyCookies ? (fits.find((each) => each.origin === origin) ?? fits[0]) : undefined;
  if (found === undefined) {
    const all = storageState === undefined ? options : { ...options, storageState };
    return await watch(await browser.newContext(all), { made: options, origin, expects });
  }
  idle.splice(idle.indexOf(found), 1);
  Object.assign(found, { origin, expects, problems: [], isTabTaken: false });
  if (cookies.length > 0) await found.context.addCookies(cookies);
  return found;
}

/** Closes it, or keeps it for the next test. */
export async function releaseContext(accepted: WatchedContext): Promise<void> {
  const used = accepted as Reusable;
  if (!(await isEmptied(used))) return await used.context.close();
  idle.push(used);
  if (idle.length > maxIdle) await idle.shift()?.context.close();
}

async function watch(
  context: BrowserContext,
  options: Pick<Reusable, 'made' | 'origin' | 'expects'>,
): Promise<Reusable> {
  context.setDefaultTimeout(patienceMs);
  const own: Reusable = {
    ...options,
    context,
    problems: [],
    isChanged: false,
    tab: null,
    isTabTaken: false,
    undo: [],
    markChanged() {
      own.isChanged = true;
    },
    async openTab() {
      if (own.tab !== null && !own.isTabTaken) {
        own.isTabTaken = true;
        return own.tab;
      }
      const page = await context.newPage();
      watchChanges(page, own.markChanged);
      if (own.tab === null) {
        Object.assign(own, { tab: page, isTabTaken: true });
        watchListeners(page, own.undo);
      }
      return page;
    },
  };
  const report = (problem: string) => {
    if (!own.expects.some((pattern) => pattern.test(problem))) own.problems.push(problem);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report(`page error: ${error.error().message}`));
  watchRequestsElsewhere(
    context,
    () => own.origin,
    report,
    () => own.problems,
  );
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // It says only `about` of the page of an app.
      const { violatedDirective, blockedURI, documentURI } = event;
      console.error(`policy violation: ${violatedDirective} ${blockedURI} in ${documentURI}`);
    });
  });
  return own;
}

function watchChanges(page: Page, onChange: () => void): void {
  for (const name of lasting) {
    const member: unknown = page[name];
    const value =
      typeof member === 'function'
        ? (...parameters: unknown[]) => {
            onChange();
            return member.apply(page, parameters);
          }
        : member;
    Object.defineProperty(page, name, {
      get() {
        if (typeof member !== 'function') onChange();
        return value;
      },
    });
  }
}

function watchListeners(page: Page, undo: Reusable['undo']): void {
  const { on, once, route } = page;
  const add = (name: 'on' | 'once') =>
    ((event: 'close', listener: () => void) => {
      undo.push(() => page.off(event, listener));
      return (name === 'on' ? on : once).call(page, event as never, listener as never);
    }) as never;
  Object.assign(page, {
    on: add('on'),
    once: add('once'),
    route: ((...parameters) => {
      undo.push(() => page.unrouteAll());
      return route.apply(page, parameters);
    }) satisfies Page['route'],
  });
}

/** Whether nothing is left of the test: no other tab, no document, no storage, no cookie, no emulation but what it was made with. */
async function isEmptied({ context, made, tab, origin, isChanged, undo }: Reusable): Promise<boolean> {
  if (isChanged || tab === null || tab.isClosed() || new URL(tab.url()).origin !== origin) return false;
  try {
    for (const takeBack of undo.splice(0)) await takeBack();
    await Promise.all(context.pages().map((page) => (page === tab ? null : page.close())));
    // The page leads itself away: then the tab keeps its process, and the blank page may empty the storage of the one before.
    await tab.evaluate(() => location.replace('about:blank'));
    await tab.waitForURL('about:blank');
    await tab.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      window.name = '';
    });
    await tab.mouse.move(-1, -1);
    const { colorScheme = 'light', reducedMotion = 'no-preference', viewport } = made;
    await tab.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null, contrast: null });
    if (viewport) await tab.setViewportSize(viewport);
    await context.setOffline(false);
    await context.clearCookies();
    return context.pages().length === 1;
  } catch {
    // A page that cannot even be left, such as one that has crashed, is not worth keeping.
    return false;
  }
}
