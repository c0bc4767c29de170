import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import {
  action,
  begin,
  cardOf,
  completedCalls,
  isShownIn,
  makeConversation,
  scrollToEnd,
  selectedLines,
} from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();

const source = numberedLines(
  120,
  (number) => `export const value${number}: string = 'text ${number}'; // 日本語 <b>${number}</b>`,
);
const long = numberedLines(5_000, (number) => `const line${number} = ${number};`);
const short = '  first\t<b>\n\n   last & least  \n\n';

let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'src/server.ts': source, 'src/long.ts': long, 'short.txt': short },
  });
});
afterAll(async () => await stage?.close());

test('a file that is asked for is shown highlighted, with its numbers, and the figures of the log', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  const id = await begin(page, 'show src/server.ts');
  const card = page.locator('[data-card]');
  await card.locator('.token').first().waitFor();
  const rows = card.locator('.ln');
  expect(await rows.locator('.no').allTextContents()).toEqual(
    Array.from({ length: 12 }, (_, index) => String(index + 1)),
  );
  expect(await rows.locator('.src').allTextContents()).toEqual(source.split('\n').slice(0, 12));
  expect(await rows.first().locator('.token-keyword').allTextContents()).toEqual(['export', 'const']);
  expect(await rows.first().locator('.token-string').textContent()).toBe("'text 1'");

  const [call] = await completedCalls(stage.server, id);
  const { fullTokens, sentTokens } = call?.toolTelemetry ?? {};
  const figure = (value: number | null | undefined) => value?.toLocaleString('en-US');
  expect(await card.locator('.chip').textContent()).toBe(
    `${figure(fullTokens)}→${figure(sentTokens)} tokens`,
  );
  expect(fullTokens).toBeGreaterThan(1_000);
});

test('a card flips to the very bytes that the model was sent, and back', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, [
    'show src/server.ts',
    'read src/server.ts',
  ]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  expect(artifactIds).toHaveLength(2);
  for (const artifactId of artifactIds) {
    const card = cardOf(page, artifactId);
    await action(card, 'flip').click();
    const shown = Buffer.from((await card.locator('.seen').textContent()) ?? '');
    const sent = await stage.server.request(`/api/artifacts/${artifactId}?view=assistant`);
    expect(shown.equals(Buffer.from(await sent.arrayBuffer()))).toBe(true);
    expect(await card.locator('.ln').count()).toBe(0);
    await card.getByRole('button', { name: 'Flip back' }).first().click();
    await card.locator('.ln').first().waitFor();
    expect(await card.locator('.seen').count()).toBe(0);
  }
});

test('a short file flips to the whole of it, blanks and line ends and all', async () => {
  const { id } = await makeConversation(stage.server, ['read short.txt']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const [call] = await completedCalls(stage.server, id);
  expect(call?.result?.content).toBe(short);
  await action(page.locator('[data-card]'), 'flip').click();
  await eventually(() => page.locator('[data-card] .seen').textContent()).toBe(short);
});

test('the panel shows a file of 5,000 lines to its end', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show src/long.ts']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  await action(cardOf(page, artifactIds[0] ?? ''), 'open').click();
  const lines = page.locator('.panel .lines');
  await lines.locator('[data-line="1"] .token').first().waitFor();
  await scrollToEnd(lines);
  const last = lines.locator('[data-line="5000"]');
  await last.locator('.token').first().waitFor();
  expect(await last.locator('.src').textContent()).toBe('const line5000 = 5000;');
  expect(await isShownIn(last, '.lines')).toBe(true);
  expect(await lines.locator('[data-line="5001"]').count()).toBe(0);
});

test('a link to lines opens the panel there with them selected, and closing it leads back to the card', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show src/long.ts']);
  const artifactId = artifactIds[0] ?? '';
  const page = await (await visit(stage.server.url)).open(`/c/${id}#${artifactId}:L4000-L4002`);
  await eventually(() => selectedLines(page)).toEqual([4000, 4001, 4002]);
  for (const line of [4000, 4002]) {
    const row = page.locator(`.panel [data-line="${line}"]`);
    await eventually(() => isShownIn(row, '.lines')).toBe(true);
    expect(await row.locator('.src').textContent()).toBe(`const line${line} = ${line};`);
  }
  await page.keyboard.press('Escape');
  await eventually(() => page.locator('.panel').count()).toBe(0);
  expect(new URL(page.url()).hash).toBe('');
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-card'))).toBe(
    artifactId,
  );
});
