import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { until } from '../support/conversations.ts';
import { noise } from '../support/images.ts';
import { firstRowFault, overflowOf, smallTargets } from '../support/measure.ts';
import { makeConversation } from '../support/page-actions.ts';
import { openPlainBrowser } from '../support/plain-browser.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();
const admin = openPlainBrowser();
let stage: Stage;
let conversation: string;
let artifacts: string[];

/** A card of every kind, and a result of every form that has a view of its own. */
const asked = [
  'list all',
  'show src/long.ts',
  'show settings.yml',
  'show page.html',
  'show table.csv',
  'show data.json',
  'show notes.md',
  'show blob.bin',
  'show picture.png',
  'show app.log',
  'read src/long.ts',
  'find const in src/long.ts',
  'run cat app.log',
  'run exit 3',
  'edit notes.md: replace "here" with "there"',
  'create made.txt with `made`',
  'terminal seq 1 50',
  'python: print("printed")',
  'embed https://vimeo.com/76979871',
  'show missing.txt',
];

beforeAll(async () => {
  stage = await openStage({
    environment: {
      VITRINE_SIGN_IN: 'invites',
      VITRINE_BASE_URL: 'http://127.0.0.1:9',
      VITRINE_MEDIA_TITLES: 'off',
    },
    files: {
      'src/long.ts': numberedLines(900, (number) => `const line${number} = ${number};`),
      'settings.yml': numberedLines(30, (number) => `key${number}: value ${number}`),
      'page.html': '<h1>Page</h1><p>text</p>',
      'table.csv': numberedLines(40, (number) => `${number},name ${number},${number * 3}`),
      'data.json': JSON.stringify({ list: [1, 2, { deep: true }], text: '<b>' }),
      'notes.md': '# Notes\n\nhere is `code`\n',
      'blob.bin': Uint8Array.from({ length: 600 }, (_, at) => at % 256),
      'picture.png': await noise(300, 200).png().toBuffer(),
      'app.log': numberedLines(
        60,
        (at) => `2026-01-01T00:00:${at % 60}Z ${at % 9 ? 'INFO' : 'ERROR'} line ${at}`,
      ),
    },
  });
  const printed = /\/join\/([A-Za-z0-9_-]{43})/;
  const token = await until('the first link', async () => printed.exec(stage.server.output())?.[1]);
  await admin.request(`${stage.server.url}/api/auth/join`, { method: 'POST', body: { token, name: 'Ada' } });
  const asAdmin: VitrineServer = {
    ...stage.server,
    request: (path, init) => admin.request(stage.server.url + path, init),
  };
  const made = await makeConversation(asAdmin, asked);
  conversation = `/c/${made.id}`;
  artifacts = made.artifactIds;
  const invited = await asAdmin.request('/api/invites', { method: 'POST', body: {} });
  expect(invited.status).toBeLessThan(300);
});
afterAll(async () => await stage?.close());

const pages = [
  '/',
  '/members',
  '/audit',
  '/shares',
  '/tools',
  '/workspaces',
  '/savings',
  '/savings/budgets',
  '/savings/recalls',
  '/savings/proof',
];
async function openAt(viewport: { width: number; height: number }, path: string): Promise<Page> {
  const visitor = await visit(stage.server.url, { viewport, reducedMotion: 'reduce' });
  const cookies = [...admin.cookies].map(([name, value]) => ({ name, value, url: stage.server.url }));
  await visitor.context.addCookies(cookies);
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
    await eventually(() => cards.count()).toBeGreaterThanOrEqual(asked.length);
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

test('whatever is pressed on a phone is as high as a finger', async () => {
  const found: Record<string, string[]> = {};
  // One with a view of its own has two switches in its panel.
  const panels = [artifacts[1], artifacts[4]].map((artifact) => `${conversation}#${artifact}`);
  for (const path of [conversation, ...panels, ...pages]) {
    const page = await openAt({ width: 390, height: 844 }, path);
    const small = await smallTargets(page);
    if (small.length > 0) found[path] = small;
    await page.close();
  }
  expect(found).toEqual({});
});
