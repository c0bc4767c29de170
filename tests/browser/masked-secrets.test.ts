import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUp } from '../split/secrets/masking.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { action, cardOf, makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
const token = `ghp_${madeUp(36)}`;
const mark = '[masked: github token #1]';

/** Ink around the mark, and paper in it: as a text is blacked out. */
const isBlackedOut = (masked: Locator): Promise<boolean> =>
  masked.evaluate((element) => {
    const own = getComputedStyle(element);
    const around = getComputedStyle(element.parentElement ?? element);
    return own.backgroundColor === around.color && own.color !== own.backgroundColor;
  });

let stage: SharedStage;
let id: string;
let artifactId: string;
beforeAll(async () => {
  stage = await openSharedStage({ files: { 'settings.txt': `host = "build"\ntoken = ${token}\n` } });
  ({
    id,
    artifactIds: [artifactId = ''],
  } = await makeConversation(stage.server, ['read settings.txt']));
});
afterAll(async () => await stage?.close());

test('a secret stands whole on people’s side of its card, and blacked out on the model’s', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardOf(page, artifactId);
  await card.locator('.ln').getByText(token).waitFor();
  expect(await card.locator('.masked').count()).toBe(0);
  await action(card, 'flip').click();
  await eventually(() => card.locator('.seen').textContent()).toBe(`host = "build"\ntoken = ${mark}\n`);
  expect(await card.locator('.masked').allTextContents()).toEqual([mark]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await isBlackedOut(card.locator('.masked'))).toBe(true);
  }
});

test('the panel has both sides beside each other, and says on people’s what was masked', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}#${artifactId}`);
  await page.getByRole('button', { name: 'Both' }).click();
  const everything = page.getByRole('region', { name: 'Everything' });
  await everything.locator('.ln').getByText(token).waitFor();
  await everything.getByText('1 secret in this view was masked for the model.').waitFor();
  expect(await everything.locator('.masked').count()).toBe(0);
  const seen = page.getByRole('region', { name: 'What the model saw' });
  expect(await seen.locator('.masked').allTextContents()).toEqual([mark]);
  expect(await seen.textContent()).not.toContain(token);
});

test('the dialog warns of it before the result is shared', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  await action(cardOf(page, artifactId), 'share').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 possible secret in this artifact').waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/2\s*GitHub token$/),
  ]);
  expect(await dialog.textContent()).not.toContain(token);
});
