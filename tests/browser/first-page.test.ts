import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { action, answered } from '../support/page-actions.ts';
import { openStage, type Stage } from '../support/stage.ts';

const visit = prepareBrowser();
const testFile = `import assert from 'node:assert/strict';
import { test } from 'node:test';
test('adds', () => assert.equal(1 + 1, 3));
test('counts', () => assert.equal([1].length, 1));
`;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    files: {
      'package.json': '{"type": "module", "scripts": {"test": "node --test"}}',
      'cart.test.mjs': testFile,
    },
  });
});
afterAll(async () => await stage?.close());

test('the first suggestion runs the tests, and the answer names what failed', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  const first = page.locator('.starts button').first();
  expect(await first.innerText()).toBe(
    'Run the tests and tell me what fails\nnpm test: you watch it live, the model reads the failures',
  );
  await first.click();
  await eventually(() => answered(page)).toMatch(/npm test failed: 1 of 2 tests/);
  expect(await answered(page)).toMatch(/cart\.test\.mjs:3 adds/);
  expect(await answered(page)).not.toMatch(/It ran/);
});

test('the example is led to, says what it is, and takes its change back', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  await page.getByRole('link', { name: 'Look at an example' }).click();
  await page.getByText('An example, recorded on').waitFor();
  const cards = page.locator('[data-card]');
  expect(await cards.count()).toBe(5);
  // Nothing of it is missing: its folder is its own.
  expect(await page.getByText('is gone').count()).toBe(0);
  // Its cards stay with it, and it closes with what it comes to.
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await card.getByText('Stays with the example').waitFor();
  }
  await page
    .getByText(/^In this example you see 261,\d{3} tokens of results; the model read \d{3}\.$/)
    .waitFor();
  // Of the log it shows what matters.
  await cards.nth(3).getByText('12 of 14 warnings in 10,412 lines').waitFor();
  expect(await cards.nth(3).locator('.ln').first().innerText()).toMatch(/^1894\s.*WARN/);

  const hint = page.getByRole('complementary', { name: 'Hint' });
  await hint.getByText('Flip to see what the model saw').waitFor();
  await action(cards.first(), 'flip').click();
  await eventually(() => cards.first().locator('.seen').textContent()).toMatch(
    /^npm test: exit 1, 2 failed, 19 passed/,
  );
  await hint.getByRole('button', { name: 'Got it' }).click();
  await hint.getByText('Undo, any time').waitFor();
  // Closing a hint leaves the card as it is.
  expect(await cards.first().locator('.seen').count()).toBe(1);
  await hint.getByRole('button', { name: 'Got it' }).click();
  await eventually(() => hint.count()).toBe(0);
  await page.reload();
  await page.getByText('An example, recorded on').waitFor();
  expect(await hint.count()).toBe(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone').first().waitFor();
});

test('the example is removed for good', async () => {
  // Its cards may be asking for their contents as they go.
  const expects = [/404 \(Not Found\).*\/api\/artifacts\//];
  const page = await (await visit(stage.server.url, { expects })).open('/');
  await page.getByRole('link', { name: 'Look at an example' }).click();
  await page.getByRole('region', { name: 'Example' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'What shall we look at?' }).waitFor();
  await eventually(() => page.getByText('Look at an example').count()).toBe(0);
});
