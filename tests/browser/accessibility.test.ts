import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilAwake, useBrowser, type VisitOptions } from '../support/browser.ts';
import { makeConversation } from '../support/page-actions.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';

const visit = useBrowser();
let stage: Stage;
let conversation: string;
let panel: string;
let shared: string;

beforeAll(async () => {
  const content = numberedLines(
    200,
    (number) => `export const line${number}: string = 'text'; /* ${'long '.repeat(40)} */ // TODO ${number}`,
  );
  stage = await openStage({
    files: { 'src/a-rather-long-folder/and-another/server.ts': content, 'notes.txt': content, 'empty.txt': '' },
  });
  const { id, artifactIds } = await makeConversation(stage.server, [
    'help',
    'show empty.txt',
    'read no-such-file.txt',
    'read notes.txt',
    'find TODO',
    'list all',
    'show src/a-rather-long-folder/and-another/server.ts',
  ]);
  const artifactId = artifactIds.at(-1) ?? '';
  conversation = `/c/${id}`;
  panel = `/c/${id}#${artifactId}:L3-L5`;
  for (const lines of [{}, { lines: 'L3-L9' }]) {
    const made = await stage.server.request(`/api/artifacts/${artifactId}/shares`, {
      method: 'POST',
      body: { audience: 'link', ...lines },
    });
    shared = new URL((await made.json()).url).pathname;
  }
});
afterAll(async () => await stage?.close());

const openShareDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Share lines' }).click();
  await page.getByRole('dialog').waitFor();
};
const flipCards = async (page: Page) => {
  for (const card of await page.locator('[data-card-action="flip"]').all()) await card.click();
};

/** Every page, how to reach it, and what tells that it is all there. */
const pages: [name: string, path: () => string, arrived: string, act?: (page: Page) => Promise<void>][] = [
  ['a new conversation', () => '/', '.starts button'],
  ['a conversation', () => conversation, '[data-card] .ln'],
  ['a conversation, flipped', () => conversation, '[data-card] .ln', flipCards],
  ['the panel', () => panel, '.panel .ln.sel'],
  ['both sides in the panel', () => panel, '.panel .ln.sel', (page) => page.keyboard.press('b')],
  ['the share dialog', () => panel, '.panel .ln.sel', openShareDialog],
  ['the savings', () => '/savings', 'table'],
  ['the shares', () => '/shares', 'table'],
  ['a shared artifact', () => shared, '.lines .ln'],
  ['what is not there', () => '/c/conv_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'h1'],
];

const looks: [name: string, options: VisitOptions][] = [
  ['light, wide', { colorScheme: 'light' }],
  ['dark, wide', { colorScheme: 'dark' }],
  ['light, on a phone', { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
];

/** Nothing that fades is half there when it is looked at, and what one page expects is no error of it. */
const still: VisitOptions = { reducedMotion: 'reduce', expects: [/404 \(Not Found\)/] };

async function reach(page: Page, [, path, arrived, act]: (typeof pages)[number]): Promise<void> {
  await page.goto('about:blank');
  await page.goto(stage.server.url + path());
  await untilAwake(page);
  await page.locator(arrived).first().waitFor();
  await act?.(page);
}

describe.each(looks)('%s', (_, options) => {
  test('no page has a fault that axe finds', async () => {
    const { context } = await visit(stage.server.url, { ...still, ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    for (const shown of pages) {
      await reach(page, shown);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) {
        faults.push(`${shown[0]}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

test.each([320, 390, 640, 900, 1280])('no page is wider than its window of %i px', async (width) => {
  const { context } = await visit(stage.server.url, { ...still, viewport: { width, height: 844 } });
  const page = await context.newPage();
  const wide: string[] = [];
  for (const shown of pages) {
    await reach(page, shown);
    const excess = await page.evaluate(
      () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth,
    );
    if (excess > 0) wide.push(`${shown[0]}: ${excess} px`);
  }
  expect(wide).toEqual([]);
});
