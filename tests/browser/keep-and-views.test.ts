import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { cardOf, makeConversation } from '../support/page-actions.ts';
import { recalledFiles, recallsWhatItReads } from '../support/recalling-model.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({ files: recalledFiles, script: recallsWhatItReads });
});
afterAll(async () => await stage?.close());

/** A conversation whose second result, a summary, was recalled twice; nothing else is done in it. */
async function investigated(): Promise<{ id: string; artifactId: string }> {
  const { id, artifactIds } = await makeConversation(stage.server, ['investigate']);
  return { id, artifactId: artifactIds[1] ?? '' };
}

const expectNoViolations = async (page: Page) => {
  // A menu floats over the landmarks and belongs to none.
  await eventually(() => axeViolations(page, { without: ['region'] })).toEqual([]);
};

test('what one person keeps, and lets go of, everybody’s cards and panels show at once', async () => {
  const { id, artifactId } = await investigated();
  const mine = await (await visit(stage.server.url)).open(`/c/${id}`);
  const theirs = await (await visit(stage.server.url)).open(`/c/${id}#${artifactId}`);
  const rings = [
    cardOf(mine, artifactId).locator('.ring'),
    cardOf(theirs, artifactId).locator('.ring'),
    theirs.locator('.panel-bar .ring'),
  ];
  for (const ring of rings) await eventually(() => ring.textContent()).toMatch(/^\d\d min left$/);

  await cardOf(mine, artifactId).focus();
  await mine.keyboard.press('p');
  await mine.getByRole('menuitem', { name: 'Keep for 7 days' }).click();
  for (const ring of rings) {
    await eventually(() => ring.textContent()).toMatch(/^Kept until \d+ \w{3,4}$/);
    expect(await ring.getAttribute('class')).toBe('ring kept');
  }

  await theirs.keyboard.press('p');
  await theirs.getByRole('menuitem', { name: 'Keep until removed' }).click();
  for (const ring of rings) await eventually(() => ring.textContent()).toBe('Kept');

  await cardOf(mine, artifactId).getByRole('button', { name: 'Kept' }).click();
  await eventually(() => mine.getByRole('menuitem').allTextContents()).toEqual(['Stop keeping']);
  await expectNoViolations(mine);
  await mine.getByRole('menuitem').click();
  for (const ring of rings) await eventually(() => ring.textContent()).toMatch(/^(29|30) min left$/);
});

test('beside both sides of the panel, the foot of a card stays one line in the card', async () => {
  const { id, artifactId } = await investigated();
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardOf(page, artifactId);
  // Until then the card has nothing that a key could press.
  await eventually(() => card.locator('.ring').textContent()).toMatch(/min left$/);
  await card.focus();
  await page.keyboard.press('p');
  await page.getByRole('menuitem', { name: 'Keep for 7 days' }).click();
  await eventually(() => card.locator('.ring').textContent()).toMatch(/^Kept until /);
  const foot = card.locator('.card-label');
  const heightBefore = await foot.evaluate(({ clientHeight }) => clientHeight);
  await page.goto(`${stage.server.url}/c/${id}#${artifactId}`);
  await page.getByRole('region', { name: 'Everything' }).waitFor();
  await page.getByRole('button', { name: 'Both' }).click();
  await page.locator('.panel.both').waitFor();
  await eventually(() => page.locator('body').getAttribute('class')).toContain('has-both');
  expect(
    await foot.evaluate(({ clientWidth, clientHeight, scrollWidth }) => ({
      height: clientHeight,
      overflow: scrollWidth - clientWidth,
    })),
  ).toEqual({ height: heightBefore, overflow: 0 });
  expect(await card.locator('.ring').getAttribute('title')).toMatch(/^Kept until \d+ \w{3,4}$/);
});

test('under five minutes the ring warns, and one click keeps', async () => {
  const { id, artifactId } = await investigated();
  const page = await (await visit(stage.server.url)).open('/');
  await page.clock.install();
  await page.goto(`${stage.server.url}/c/${id}`);
  const card = cardOf(page, artifactId);
  await card.locator('.ring').waitFor();
  expect(await card.locator('.card-label').getByRole('button', { name: 'Keep' }).count()).toBe(0);
  await page.clock.fastForward(26 * 60_000);
  await eventually(() => card.locator('.ring.soon').textContent()).toMatch(/^[345] min left$/);
  await card.locator('.card-label').getByRole('button', { name: 'Keep' }).click();
  await eventually(() => card.locator('.ring.kept').textContent()).toMatch(/^Kept until /);
  // Past its first end it is there still.
  await page.clock.fastForward(30 * 60_000);
  await card.locator('.ring.kept').waitFor();
  expect(await page.locator('.tomb').count()).toBe(0);
});

test('a card says on which steps its view was sent, and the panel tells all of it: check, steps, recalls, hash', async () => {
  const { id, artifactId } = await investigated();
  const page = await (await visit(stage.server.url)).open(`/c/${id}#${artifactId}`);
  const card = cardOf(page, artifactId);
  expect(await card.locator('.badge').textContent()).toBe('summary');
  expect(await card.locator('.sent-steps').textContent()).toBe('steps 3–5');
  await page.getByRole('region', { name: 'Everything' }).waitFor();
  await page.keyboard.press('b');
  await page.getByText(/^Checked by the server against the stored bytes, \d\d:\d\d:\d\d$/).waitFor();
  const facts = page.locator('.panel .facts');
  expect(await facts.locator('h3').allTextContents()).toEqual([
    'Sent on steps 3–5 of 5recalled',
    expect.stringMatching(/^Recalled twice, [\d,]+ tokens$/),
  ]);
  expect(
    await facts.locator('.steps li').evaluateAll((steps) => steps.map(({ className }) => className)),
  ).toEqual(['', '', 'on recall', 'on recall', 'on']);
  expect(await facts.locator('.recall-list li').allTextContents()).toEqual([
    expect.stringMatching(/^step 3lines 190–200[\d,]+ tokens$/),
    expect.stringMatching(/^step 4query “batch 62”[\d,]+ tokens$/),
  ]);
  expect(await facts.locator('.known-by').textContent()).toMatch(
    new RegExp(`^sha256 [0-9a-f]{4} [0-9a-f]{4} … [0-9a-f]{4} · o200k_base · ${artifactId}$`),
  );
  await expectNoViolations(page);
});

test('bytes that are not those that were recorded are shown and marked, on the card and in the panel', async () => {
  const { id, artifactId } = await investigated();
  const file = join(stage.server.dataDir, 'artifacts', artifactId.slice(-2), artifactId);
  const bytes = readFileSync(file);
  bytes[30] = (bytes[30] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const page = await (await visit(stage.server.url)).open(`/c/${id}#${artifactId}`);
  const card = cardOf(page, artifactId);
  await eventually(() => card.locator('.badge').textContent()).toBe('mismatch');
  await card.getByText('Bytes do not match their hash.').waitFor();
  expect(await card.locator('.note.bad').textContent()).toMatch(
    /^These bytes are not the ones recorded at \d\d:\d\d\. Recorded [0-9a-f]{4}…[0-9a-f]{4}, found [0-9a-f]{4}…[0-9a-f]{4}\.$/,
  );
  await page.locator('.panel .note.bad').waitFor();
  await expectNoViolations(page);
});

test('on a phone keeping is under More', async () => {
  const { id, artifactId } = await investigated();
  const visitor = await visit(stage.server.url, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await visitor.open(`/c/${id}`);
  const card = cardOf(page, artifactId);
  await card.scrollIntoViewIfNeeded();
  await card.locator('.ring').waitFor();
  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Keep until removed' }).click();
  await eventually(() => card.locator('.ring').textContent()).toBe('Kept');
});
