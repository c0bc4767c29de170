import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUp } from '../split/secrets/masking.ts';
import { axeViolations, colourRules } from '../support/axe-violations.ts';
import { eventually, prepareBrowser, type VisitOptions } from '../support/browser.ts';
import { createConversation, send } from '../support/conversations.ts';
import { noise } from '../support/images.ts';
import { makeConversation, openWhy } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let conversation: string;
let panel: string;
let shared: string;
let work: string;
let exhibits: string[];
let terminal: string;
let masked: string;
let summary: string;

const printing = String.raw`
import sys
for base in (30, 90):
    print(" ".join(f"\x1b[{base + n}mnamed\x1b[0m \x1b[{base + n + 10}mpaper\x1b[0m" for n in range(8)))
print("\x1b[2mdim \x1b[7minverse\x1b[0m \x1b]8;;https://example.org\x07link\x1b]8;;\x07", flush=True)
print("no network: Network is unreachable", file=sys.stderr)
sys.exit(3)
`;

/** A card of every kind that comes of acting. */
async function makeWork(): Promise<void> {
  const { id, artifactIds } = await makeConversation(stage.server, [
    'run python3 print.py',
    'edit notes.md: replace "line1: string = \'text\'" with "line1: string = \'other words\'"',
    'edit src/used.ts: replace "old" with "new"',
    'show picture.png',
    'show cut.png',
    'embed https://vimeo.com/76979871',
  ]);
  await stage.server.request(`/api/artifacts/${artifactIds[2]}/undo`, { method: 'POST' });
  work = `/c/${id}`;
  exhibits = artifactIds.map((artifactId) => `/c/${id}#${artifactId}`);
  await makeSplit();
  const asking = await createConversation(stage.server);
  await send(stage.server, asking, 'terminal python3 -c \'input("\\x1b[32mName?\\x1b[0m ")\'');
  terminal = `/c/${asking}`;
}

/** A view with a secret masked in it, and one of which something was left out. */
async function makeSplit(): Promise<void> {
  const { id, artifactIds } = await makeConversation(stage.server, [
    'read settings.ini',
    'read src/a-rather-long-folder/and-another/server.ts',
  ]);
  [masked = '', summary = ''] = artifactIds.map((artifactId) => `/c/${id}#${artifactId}`);
}

beforeAll(async () => {
  const content = numberedLines(
    30,
    (number) => `const line${number}: string = 'text'; /* ${'long '.repeat(40)} */ // TODO ${number}`,
  );
  stage = await openSharedStage({
    files: {
      'src/a-rather-long-folder/and-another/server.ts': content,
      'notes.md': content,
      'empty.txt': '',
      'print.py': printing,
      'settings.ini': `token = ghp_${madeUp(36)}\n`,
      'src/used.ts': 'export const used = "old";\n',
      'picture.png': await noise(900, 300).png().toBuffer(),
      'cut.png': (await noise(90, 90).png().toBuffer()).subarray(0, 2_000),
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
    const created = await stage.server.request(`/api/artifacts/${artifactId}/shares`, {
      method: 'POST',
      body: { audience: 'link', ...lines },
    });
    shared = new URL((await created.json()).url).pathname;
  }
  await stage.server.request('/api/tokens', {
    method: 'POST',
    body: { name: 'laptop', scopes: ['read'] },
  });
  await makeWork();
});
afterAll(async () => await stage?.close());

const flipTheLast = (page: Page) => page.locator('[data-card-action="flip"]').last().click();
const openShareDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Share lines' }).click();
  await page.getByRole('dialog').waitFor();
};
/** A row of the savings with its calls, and a day of the chart. */
async function openSavings(page: Page): Promise<void> {
  await page.locator('.fold').first().click();
  await page.locator('.drill-foot').first().waitFor();
  await page.getByRole('slider').focus();
  await page.locator('.tip').waitFor();
}
async function openDays(page: Page): Promise<void> {
  await page.getByRole('button', { name: /\d{4}$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Days to count' });
  await dialog.getByLabel('First day').fill('2999-01-01');
  await dialog.getByRole('alert').filter({ hasText: 'after the last day' }).waitFor();
}
/** Every card has come into sight, and has its bytes. */
async function readAll(page: Page): Promise<void> {
  for (const card of await page.locator('[data-card]').all()) await card.scrollIntoViewIfNeeded();
  for (const part of ['.err-word', '.ln.add', 'img', '.media']) {
    await page.locator(`.thread ${part}`).first().waitFor();
  }
}
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
    name: 'a masked secret, on both sides',
    path: () => masked,
    arrived: '.panel .ln',
    act: async (page) => {
      await page.keyboard.press('b');
      await page.locator('.panel .masked').waitFor();
    },
    part: '.panel',
  },
  { name: 'why a view holds what it does', path: () => summary, arrived: '.panel .ln', act: openWhy },
  {
    name: 'the share dialog, with a warning',
    path: () => masked,
    arrived: '.panel .ln',
    act: async (page) => {
      await page.keyboard.press('s');
      await page.getByRole('dialog').getByText('1 possible secret in this artifact').waitFor();
    },
    part: '[role="dialog"]',
  },
  {
    name: 'the share dialog',
    path: () => panel,
    arrived: '.panel .ln.sel',
    act: openShareDialog,
    part: '[role="dialog"]',
  },
  {
    name: 'what was run, changed and shown',
    path: () => work,
    arrived: '[data-card] .media',
    act: readAll,
  },
  {
    name: 'an output in the panel',
    path: () => exhibits[0] ?? '',
    arrived: '.panel .ln.err',
    part: '.panel',
  },
  { name: 'a diff in the panel', path: () => exhibits[1] ?? '', arrived: '.panel .ln.add', part: '.panel' },
  { name: 'an image in the panel', path: () => exhibits[3] ?? '', arrived: '.panel img', part: '.panel' },
  { name: 'a medium in the panel', path: () => exhibits[4] ?? '', arrived: '.panel .media', part: '.panel' },
  { name: 'a terminal at work', path: () => terminal, arrived: '.xterm-rows >> text=Name?' },
  { name: 'the savings', path: () => '/savings?compare=1', arrived: '.fold', act: openSavings },
  {
    name: 'the days of the savings',
    path: () => '/savings',
    arrived: '.fold',
    act: openDays,
    part: '[role="dialog"]',
  },
  { name: 'the calls of a tool', path: () => '/savings/calls?by=tool&key=read_file', arrived: 'table.calls' },
  {
    name: 'the model calls of a model',
    path: () => '/savings/calls?by=model&key=offline&kind=step',
    arrived: 'tbody tr',
  },
  { name: 'the shares', path: () => '/shares', arrived: 'table' },
  { name: 'why the model came back', path: () => '/savings/recalls', arrived: '.widening' },
  { name: 'one’s own page', path: () => '/you', arrived: 'table' },
  { name: 'the tools', path: () => '/tools', arrived: 'table' },
  { name: 'the settings of the team', path: () => '/team', arrived: 'table' },
  { name: 'a shared artifact', path: () => shared, arrived: '.lines .ln' },
  { name: 'what is not there', path: () => '/c/conv_aaaaaaaaaaaaaaaaaaaaaaaaaa', arrived: 'h1' },
];

/** Nothing that fades is half there when it is looked at, and what one page expects is no error of it. */
const still: VisitOptions = { reducedMotion: 'reduce', expects: [/404 \(Not Found\)/] };
const desk = { width: 1440, height: 900 };

async function reach({ path, arrived, act }: Shown, options: VisitOptions = {}): Promise<Page> {
  const page = await (await visit(stage.server.url, { ...still, ...options })).open(path());
  await page.locator(arrived).first().waitFor();
  await act?.(page);
  return page;
}

/** What axe finds in a page as it is, in light. */
async function violationsInLight(page: Page, { part }: Shown) {
  await page.emulateMedia({ colorScheme: 'light' });
  return await axeViolations(page, part === undefined ? {} : { part });
}

/** What the dark colours add to that. */
async function violationsInDark(page: Page, { part }: Shown) {
  await page.emulateMedia({ colorScheme: 'dark' });
  return await axeViolations(page, { only: colourRules, ...(part === undefined ? {} : { part }) });
}

/** The widths of windows that a page is wider than. */
async function tooNarrowFor(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const width of [1280, 900, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const excess = await page.evaluate(
      () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth,
    );
    if (excess > 0) wide.push(`${width} px: ${excess} px`);
  }
  return wide;
}

/** What axe finds, in light, once the page is on a phone. Its dark colours are those of a desk. */
async function violationsOnPhone(page: Page, shown: Shown) {
  const device = await page.context().newCDPSession(page);
  const screen = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
  try {
    await device.send('Emulation.setDeviceMetricsOverride', screen);
    await device.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    expect(await page.evaluate(() => matchMedia('(pointer: coarse) and (width: 390px)').matches)).toBe(true);
    await page
      .locator(shown.part ?? 'main')
      .first()
      .waitFor();
    return await violationsInLight(page, shown);
  } finally {
    // Detaching ends the emulation.
    await device.detach();
  }
}

test.each(pages)(
  '$name has no fault that axe finds on a desk, in light or dark, nor on a phone, and is never wider than its window, from 320 px on',
  async (shown) => {
    const page = await reach(shown, { viewport: desk });
    await eventually(() => violationsInLight(page, shown)).toEqual([]);
    await eventually(() => violationsInDark(page, shown)).toEqual([]);
    expect(await tooNarrowFor(page)).toEqual([]);
    await eventually(() => violationsOnPhone(page, shown)).toEqual([]);
  },
);
