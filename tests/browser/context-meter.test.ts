import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { ask, createConversation } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let id: string;
beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'long.ts': numberedLines(3_000, (number) => `const a${number} = 1;`) },
  });
  id = await createConversation(stage.server);
  await ask(stage.server, id, 'read long.ts');
});
afterAll(async () => await stage?.close());

const digits = (text: string | null): number => Number((text ?? '').replaceAll(/[^\d]/g, ''));

test('what fills the context stands over the thread, opens to its parts by keyboard, and grows as the agent works', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const meter = page.getByRole('button', { name: /tokens of context used$/ });
  await meter.waitFor();
  const before = digits(await meter.getAttribute('aria-label'));
  await meter.focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'In the last model call' });
  await details.waitFor();
  const counts = await details.locator('.usage-count').allTextContents();
  expect(counts).toHaveLength(5);
  expect(counts.reduce((sum, count) => sum + digits(count), 0)).toBe(before);
  expect(await details.textContent()).toMatch(/The context window of .+ is not known\./);
  const withheld = details.locator('dl > div', { hasText: 'Not sent' }).locator('dd');
  expect(digits(await withheld.textContent())).toBeGreaterThan(10_000);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  expect(await meter.evaluate((element) => element === document.activeElement)).toBe(true);
  await meter.click();
  await details.waitFor();
  await meter.click();
  await details.waitFor({ state: 'detached' });

  await ask(stage.server, id, 'find const in long.ts');
  await eventually(async () => digits(await meter.getAttribute('aria-label'))).toBeGreaterThan(before);
});

test('its calls are a step away, and the proof counts all of it again', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  await page.getByRole('button', { name: /tokens of context used$/ }).click();
  await page.getByRole('link', { name: 'The calls behind these figures' }).click();
  await page
    .getByRole('row', { name: /long\.ts/ })
    .first()
    .waitFor();

  await page.goto(`${stage.server.url}/savings/proof`);
  await untilAwake(page);
  await page.getByRole('button', { name: 'Count the savings' }).click();
  const outcome = page.getByText('Every figure is the same.').locator('..');
  expect(await outcome.textContent()).toMatch(/2 stored results counted again/);
  await page.getByLabel('First day (UTC)').fill('2020-01-01');
  await page.getByRole('button', { name: 'Count the savings' }).click();
  await page.getByText('Choose at most 31 days to count again').waitFor();
});

test('older messages are compacted by hand: a line says so, opens into what the model reads since, and all of it is an artifact', async () => {
  const page = await (await visit(stage.server.url, { expects: [/status of 409 .*\/compactions/] })).open(
    `/c/${id}`,
  );
  const meter = page.getByRole('button', { name: /tokens of context used$/ });
  await meter.click();
  const details = page.getByRole('dialog', { name: 'In the last model call' });
  const before = digits(await meter.getAttribute('aria-label'));
  await details.getByRole('button', { name: 'Compact now' }).click();
  const line = page.getByRole('region', { name: 'Compaction' });
  await line.waitFor();
  await eventually(async () => digits(await meter.getAttribute('aria-label'))).toBeLessThan(before);
  await details.getByText('Summary of earlier work').waitFor();
  await details.getByRole('button', { name: 'Compact now' }).click();
  await details.getByText('There is too little before the last answer to compact.').waitFor();
  await page.keyboard.press('Escape');
  const toggle = line.getByRole('button', { name: /^\d+ messages compacted at .* by .+ tokens$/ });
  await toggle.focus();
  await page.keyboard.press('Enter');
  const seen = line.locator('.seen');
  expect(await seen.innerText()).toMatch(/^\[\[compacted: \d+ earlier messages/);
  await expectAccessible(page);
  await line.getByRole('button', { name: 'All that was compacted' }).click();
  const panel = page.getByRole('complementary', { name: /^Artifact: \d+ compacted messages/ });
  await panel.getByText('== Agent').first().waitFor();
  await page.reload();
  await line.waitFor();
});
