import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareBrowser, untilAwake, type VisitOptions } from '../support/browser.ts';
import { makeConversation } from '../support/page-actions.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: Stage;
let conversation: string;
let panel: string;
let shared: string;

beforeAll(async () => {
  const content = numberedLines(
    30,
    (number) => `const line${number}: string = 'text'; /* ${'long '.repeat(40)} */ // TODO ${number}`,
  );
  stage = await openStage({
    files: {
      'src/a-rather-long-folder/and-another/server.ts': content,
      'notes.md': content,
      'empty.txt': '',
    },
  });
  const { id, artifactIds } = await makeConversation(stage.server, [
    'help',
    'show empty.txt',
    'read no-such-file.txt',
    'find TODO',
    'list all',
    'read notes.md',
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

const flipTheLast = (page: Page) => page.locator('[data-card-action="flip"]').last().click();
const openShareDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Share lines' }).click();
  await page.getByRole('dialog').waitFor();
};
interface Shown {
  name: string;
  path: () => string;
  /** What tells that it is all there. */
  arrived: string;
  act?: (page: Page) => Promise<void>;
  /** The part that is looked at, where the rest is another page's. */
  part?: string;
}

const pages: Shown[] = [
  { name: 'a new conversation', path: () => '/', arrived: '.starts button' },
  { name: 'a conversation', path: () => conversation, arrived: '[data-card] .ln' },
  {
    name: 'a flipped card',
    path: () => conversation,
    arrived: '[data-card] .ln',
    act: flipTheLast,
    part: '.card:has(.reverse)',
  },
  { name: 'the panel', path: () => panel, arrived: '.panel .ln.sel', part: '.panel' },
  {
    name: 'both sides in the panel',
    path: () => panel,
    arrived: '.panel .ln.sel',
    act: (page) => page.keyboard.press('b'),
    part: '.panel',
  },
  {
    name: 'the share dialog',
    path: () => panel,
    arrived: '.panel .ln.sel',
    act: openShareDialog,
    part: '[role="dialog"]',
  },
  { name: 'the savings', path: () => '/savings', arrived: 'table' },
  { name: 'the shares', path: () => '/shares', arrived: 'table' },
  { name: 'a shared artifact', path: () => shared, arrived: '.lines .ln' },
  { name: 'what is not there', path: () => '/c/conv_aaaaaaaaaaaaaaaaaaaaaaaaaa', arrived: 'h1' },
];

/** Nothing that fades is half there when it is looked at, and what one page expects is no error of it. */
const still: VisitOptions = { reducedMotion: 'reduce', expects: [/404 \(Not Found\)/] };

async function reach(page: Page, { path, arrived, act }: Shown): Promise<void> {
  await page.goto('about:blank');
  await page.goto(stage.server.url + path());
  await untilAwake(page);
  await page.locator(arrived).first().waitFor();
  await act?.(page);
}

/** What axe finds in a page as it is, in light, and what the dark colours add to that. */
async function findFaults(page: Page, { name, part }: Shown): Promise<string[]> {
  const look = () => {
    // In the page alone: it has no frames, and a tab for each look would cost as much as the look.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    return part === undefined ? axe : axe.include(part);
  };
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await look().analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await look().withRules(['color-contrast', 'link-in-text-block']).analyze();
  const told = (theme: string, { violations }: typeof light) =>
    violations.map(
      ({ id, nodes }) =>
        `${name}, ${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    );
  return [...told('light', light), ...told('dark', dark)];
}

test.each<[string, VisitOptions]>([
  ['on a desk', {}],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
])('no page has a fault that axe finds %s, in light or dark', async (_, options) => {
  const { context } = await visit(stage.server.url, { ...still, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  for (const shown of pages) {
    await reach(page, shown);
    faults.push(...(await findFaults(page, shown)));
  }
  expect(faults).toEqual([]);
});

test('no page is wider than its window, from 320 px on', async () => {
  const { context } = await visit(stage.server.url, still);
  const page = await context.newPage();
  const wide: string[] = [];
  for (const shown of pages) {
    await reach(page, shown);
    for (const width of [1280, 900, 640, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const excess = await page.evaluate(
        () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth,
      );
      if (excess > 0) wide.push(`${shown.name} at ${width} px: ${excess} px`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(wide).toEqual([]);
});
