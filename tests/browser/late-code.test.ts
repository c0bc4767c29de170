import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake, type VisitOptions } from '../support/browser.ts';
import { cardOf, makeConversation, say } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { isAfterTool, numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const answer = 'It has **two** functions.\n\n```ts\nconst first = 1;\n```\n\n- one\n- two';

let stage: SharedStage;
let id: string;
let artifactId: string;

beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'one.ts': numberedLines(200, (number) => `const line${number} = ${number};`) },
    script: (request) =>
      isAfterTool(request)
        ? { text: answer }
        : { toolCalls: [{ name: 'render_file_contents', arguments: { path: 'one.ts' } }] },
  });
  const created = await makeConversation(stage.server, ['show one.ts']);
  ({ id } = created);
  artifactId = created.artifactIds[0] ?? '';
});
afterAll(async () => await stage?.close());

/** Opens a page whose scripts come, but none of the code that is loaded later, until it is let through. */
interface LateCode {
  page: Page;
  /** Lets through what waits, and all that is asked for later. */
  release: () => Promise<void>;
  /** Refuses what waits, and all that is asked for until it is released. */
  refuse: () => Promise<void>;
}

async function openWithoutLateCode(hash = '', options: VisitOptions = {}): Promise<LateCode> {
  const path = `/c/${id}`;
  const html = await (await stage.server.request(path)).text();
  const own = new Set([...html.matchAll(/src="([^"]+\.js)[^"]*"/g)].map(([, src = '']) => src));
  const page = await (await visit(stage.server.url, options)).context.newPage();
  const pending: Route[] = [];
  let isReleased = false;
  let isRefused = false;
  await page.route('**/_next/static/chunks/*.js*', async (route) => {
    if (isReleased || own.has(new URL(route.request().url()).pathname)) await route.continue();
    else if (isRefused) await route.abort();
    else pending.push(route);
  });
  // Not until it is loaded: what is begun before that, and held here, is a part of it.
  await page.goto(`${stage.server.url}${path}${hash}`, { waitUntil: 'domcontentloaded' });
  await untilAwake(page);
  await eventually(() => pending.length).toBeGreaterThan(0);
  const release = async () => {
    isReleased = true;
    await Promise.all(pending.splice(0).map((route) => route.continue()));
  };
  const refuse = async () => {
    isRefused = true;
    await Promise.all(pending.splice(0).map((route) => route.abort()));
  };
  return { page, release, refuse };
}

test('an answer is as the server sent it until its code is there; a card keeps its room', async () => {
  const { page, release } = await openWithoutLateCode();
  const prose = page.locator('.prose');
  expect(await prose.locator('strong').textContent()).toBe('two');
  expect(await prose.locator('li').allTextContents()).toEqual(['one', 'two']);
  expect(await prose.locator('pre').textContent()).toBe('const first = 1;');
  const card = cardOf(page, artifactId);
  const heights = () =>
    Promise.all([prose, card].map((part) => part.evaluate((element) => element.clientHeight)));
  const before = await heights();
  expect(await card.locator('.ln').count()).toBe(0);

  await release();
  await card.locator('.ln').first().waitFor();
  await prose.locator('pre .token-keyword').waitFor();
  await card.locator('.token-keyword').first().waitFor();
  expect(await prose.locator('li').allTextContents()).toEqual(['one', 'two']);
  expect(await heights()).toEqual(before);
});

test('an answer that comes before its code is there is read as it was typed, and then in its form', async () => {
  const { page, release } = await openWithoutLateCode();
  await say(page, 'show it again');
  const later = page.locator('.prose').nth(1);
  await eventually(() => later.textContent()).toContain('It has **two** functions.');
  await release();
  await later.locator('strong').waitFor();
  expect(await later.locator('li').allTextContents()).toEqual(['one', 'two']);
});

test('the panel of a link and a menu that were opened before their code was there appear when it is', async () => {
  const { page, release } = await openWithoutLateCode(`#${artifactId}`);
  await page.getByRole('button', { name: 'More about this conversation' }).click();
  expect(await page.locator('.panel, [role="menu"]').count()).toBe(0);
  await release();
  await page.getByRole('menuitem', { name: 'Export as JSON' }).waitFor();
  await page.locator('.panel .ln').first().waitFor();
});

/** Presses a button, and again where a request that was refused before fails only now. */
async function tryUntilShown(button: Locator, shown: Locator): Promise<void> {
  await button.click();
  await eventually(async () => {
    if (await button.isVisible()) await button.click();
    return await shown.isVisible();
  }).toBe(true);
}

test('where code does not come, its text is plain, the rest of the page works, and it can be tried again', async () => {
  const { page, release, refuse } = await openWithoutLateCode(`#${artifactId}`, {
    expects: [/ERR_FAILED|ChunkLoadError/],
  });
  await refuse();
  const card = cardOf(page, artifactId);
  // Only what is in sight is loaded, and the page may still be scrolling to its end.
  await eventually(async () => {
    await card.scrollIntoViewIfNeeded();
    return await card.getByText('This view could not be shown.').count();
  }).toBe(1);
  expect(await card.locator('.seen').textContent()).toContain('const line3 = 3;');
  const [text, foot] = await Promise.all(
    ['.failed-view', '.card-more'].map((part) => card.locator(part).first().boundingBox()),
  );
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual((foot?.y ?? 0) + 1);
  expect(await page.locator('.prose').first().textContent()).toContain('two');
  await page.getByRole('alert').filter({ hasText: 'This artifact could not be shown' }).waitFor();
  await page.getByRole('button', { name: 'More about this conversation' }).click();
  const unopened = page.locator('.floating-fault', { hasText: 'This part of the page could not be shown.' });
  await unopened.waitFor();

  await release();
  const exporting = page.getByRole('menuitem', { name: 'Export as JSON' });
  await tryUntilShown(unopened.getByRole('button', { name: 'Try again' }), exporting);
  await page.keyboard.press('Escape');
  const panel = page.locator('.panel');
  await tryUntilShown(panel.getByRole('button', { name: 'Try again' }), panel.locator('.ln').first());
  await tryUntilShown(card.getByRole('button', { name: 'Try now' }), card.locator('.ln').first());
  expect(await card.getByText('could not be shown').count()).toBe(0);
});
