import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { type EveryView, openEveryView } from '../support/every-view.ts';
import { firstRowFault, overflowOf, smallTargets } from '../support/measure.ts';
import { cookiesFor } from '../support/plain-browser.ts';
import type { Stage } from '../support/stage.ts';

const visit = prepareBrowser();
let view: EveryView;
let stage: Stage;
let conversation: string;
let artifacts: string[];

beforeAll(async () => {
  view = await openEveryView();
  ({ stage, conversation, artifacts } = view);
  const invited = await view.server.request('/api/invites', { method: 'POST', body: {} });
  expect(invited.status).toBeLessThan(300);
});
afterAll(async () => await stage?.close());

const pages = [
  '/',
  '/members',
  '/audit',
  '/shares',
  '/artifacts',
  '/artifacts?as=list',
  '/tools',
  '/you',
  '/team',
  '/workspaces',
  '/savings',
  '/savings/budgets',
  '/savings/calls',
  '/savings/recalls',
  '/savings/proof',
];
async function openAt(viewport: { width: number; height: number }, path: string): Promise<Page> {
  const storageState = { cookies: cookiesFor(stage.server.url, view.admin), origins: [] };
  const visitor = await visit(stage.server.url, { viewport, storageState, reducedMotion: 'reduce' });
  return await visitor.open(path);
}

const viewports = [
  ['1440 px', { width: 1440, height: 900 }],
  ['390 px', { width: 390, height: 844 }],
] as const;

describe.each(viewports)('at %s', (_, viewport) => {
  const open = (path: string) => openAt(viewport, path);

  test('the first row of each card’s content is in sight, whatever the card shows', async () => {
    const page = await open(conversation);
    const cards = page.locator('article[data-card]');
    await eventually(() => cards.count()).toBeGreaterThanOrEqual(view.cardCount);
    const faults: string[] = [];
    for (const card of await cards.all()) {
      await card.scrollIntoViewIfNeeded();
      const name = (await card.getAttribute('aria-label')) ?? '';
      const body = card.locator('.card-body').first();
      if ((await body.count()) === 0) continue;
      await body.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await eventually(() => firstRowFault(body)).not.toBe('shows nothing');
      const fault = await firstRowFault(body);
      if (fault !== null) faults.push(`${name}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });

  test('so is the first row of each result in the panel', async () => {
    const page = await open(conversation);
    const faults: string[] = [];
    for (const artifact of artifacts) {
      await page.goto(`${stage.server.url}${conversation}#${artifact}`);
      const view = page.getByRole('region', { name: 'Everything' });
      await view.waitFor();
      await eventually(() => firstRowFault(view)).not.toBe('shows nothing');
      const fault = await firstRowFault(view);
      if (fault !== null) faults.push(`${artifact}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  test.each(pages)('the heading and the first row of each part of %s are in sight', async (path) => {
    const page = await open(path);
    const parts = page.locator('main h1, main h2, main table, main form, main section');
    const faults: string[] = [];
    for (const part of await parts.all()) {
      if (!(await part.isVisible())) continue;
      await part.scrollIntoViewIfNeeded();
      const fault = await firstRowFault(part);
      if (fault !== null) faults.push(fault);
    }
    expect(faults).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
});

/** Of the table in a panel, which is the only view here: it has the heights of a desk still. */
const lowInTables = [
  'input.filter-field “Filter rows” 28 px',
  'button.clip “column 1” 24 px',
  'button.clip “column 2” 24 px',
  'button.clip “column 3” 24 px',
];

test('whatever is pressed on a phone is as high as a finger, but the bar and the columns of a table', async () => {
  const found: Record<string, string[]> = {};
  // One with a view of its own has two switches in its panel.
  const [file, table] = [artifacts[1], artifacts[4]].map((artifact) => `${conversation}#${artifact}`);
  const page = await openAt({ width: 390, height: 844 }, conversation);
  for (const path of [conversation, file, table, ...pages]) {
    await page.goto(`${stage.server.url}${path}`);
    await untilAwake(page);
    if (path === file) await page.locator('.panel .ln').first().waitFor();
    if (path === table) await page.locator('.panel tbody td').first().waitFor();
    const small = await smallTargets(page);
    if (small.length > 0) found[`${path}`] = small;
  }
  expect(found).toEqual({ [`${table}`]: lowInTables });
});
