import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { openEventStream } from '../support/event-stream.ts';
import { cardOf, isShownIn, makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const cardCount = 30;
/** Stands in every line of every file, and nowhere else. */
const payload = 'payload-of-the-file';

let stage: SharedStage;
let id: string;
let artifactIds: string[];

beforeAll(async () => {
  const names = Array.from({ length: cardCount }, (_, index) => `file${index}.ts`);
  const content = numberedLines(60, (number) => `const line${number} = '${payload}';`);
  stage = await openSharedStage({ files: Object.fromEntries(names.map((name) => [name, content])) });
  ({ id, artifactIds } = await makeConversation(
    stage.server,
    names.map((name) => `show ${name}`),
  ));
});
afterAll(async () => await stage?.close());

/** The artifacts a page has asked for. */
function watchFetched(page: Page): Set<string> {
  const fetched = new Set<string>();
  page.on('request', (request) => {
    const artifactId = /\/api\/artifacts\/(art_[a-z2-7]+)/.exec(request.url())?.[1];
    if (artifactId) fetched.add(artifactId);
  });
  return fetched;
}

/** The earlier messages of a long thread come when the browser is idle. */
const untilAllCame = (page: Page) =>
  eventually(() => page.locator('[data-card]').count()).toBe(artifactIds.length);

test('only cards near what is in sight are fetched, each when it comes there', async () => {
  expect(artifactIds).toHaveLength(cardCount);
  const visitor = await visit(stage.server.url);
  const page = await visitor.context.newPage();
  const fetched = watchFetched(page);
  await page.goto(`${stage.server.url}/c/${id}`);
  const last = cardOf(page, artifactIds.at(-1) ?? '');
  await last.locator('.ln').first().waitFor();
  await eventually(() => isShownIn(last, '.thread')).toBe(true);
  expect([...fetched].every((artifactId) => artifactIds.slice(-6).includes(artifactId))).toBe(true);

  await untilAllCame(page);
  const first = cardOf(page, artifactIds[0] ?? '');
  await page.locator('.thread').evaluate((thread) => thread.scrollTo({ top: 0 }));
  await first.locator('.ln').first().waitFor();
  expect(fetched.has(artifactIds[0] ?? '')).toBe(true);
  expect(fetched.has(artifactIds[15] ?? '')).toBe(false);
  expect(fetched.size).toBeLessThanOrEqual(12);
});

test('a card that is scrolled past and back is fetched once, and does not move what stands below it', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const heights = () =>
    page
      .locator('[data-card]')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)));
  await untilAllCame(page);
  const before = await heights();
  expect(new Set(before).size).toBe(1);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(artifactIds[10] ?? '')) requests.push(request.url());
  });
  for (const index of [10, 29, 10, 0, 10]) {
    const card = cardOf(page, artifactIds[index] ?? '');
    await card.scrollIntoViewIfNeeded();
    await card.locator('.ln').first().waitFor();
  }
  // Its first lines, and what the server finds of its two sides, in either order.
  const areViews = requests.map((url) => new URL(url).pathname.endsWith('/views'));
  expect(areViews.toSorted()).toEqual([false, true]);
  expect(await heights()).toEqual(before);
});

test('earlier messages come above those that are read, also at the very top of what is there', async () => {
  const { context } = await visit(stage.server.url);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    Object.assign(window, {
      waiting,
      requestIdleCallback: (callback: IdleRequestCallback) => waiting.push(callback),
      cancelIdleCallback: (request: number) => delete waiting[request - 1],
    });
  });
  await page.goto(`${stage.server.url}/c/${id}`);
  await cardOf(page, artifactIds.at(-1) ?? '')
    .locator('.ln')
    .first()
    .waitFor();
  const thread = page.locator('.thread');
  const first = cardOf(page, (await page.locator('[data-card]').first().getAttribute('data-card')) ?? '');
  const placeOf = async () => (await first.boundingBox())?.y ?? 0;
  expect(await page.locator('[data-card]').count()).toBeLessThan(cardCount);

  await thread.evaluate((scroller) => scroller.scrollTo({ top: 0 }));
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
  const index = await placeOf();
  await eventually(async () => {
    await page.evaluate(() => {
      const waiting: IdleRequestCallback[] = Reflect.get(window, 'waiting');
      const ready = waiting.map((callback, request) => ({ callback, request }));
      for (const { callback, request } of ready.filter(Boolean)) {
        delete waiting[request];
        callback({ didTimeout: false, timeRemaining: () => 50 });
      }
    });
    return await page.locator('[data-card]').count();
  }).toBe(cardCount);
  expect(await thread.evaluate((scroller) => scroller.scrollTop)).toBeGreaterThan(0);
  expect(Math.abs((await placeOf()) - index)).toBeLessThanOrEqual(1);
});

test('no byte of a file is in the page’s HTML, in the event log, or in the event stream', async () => {
  const html = await (await stage.server.request(`/c/${id}`)).text();
  expect(html).toContain('file29.ts');
  expect(html).not.toContain(payload);
  const log = await stage.server.request(`/api/conversations/${id}/events`, {
    headers: { Accept: 'application/json' },
  });
  expect(await log.text()).not.toContain(payload);
  const stream = await openEventStream(`${stage.server.url}/api/events?conversation=${id}`);
  await eventually(() => stream.text()).toContain('event: ready');
  stream.close();
  expect(stream.text()).toContain('file29.ts');
  expect(stream.text()).not.toContain(payload);
});
