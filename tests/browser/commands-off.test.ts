import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { prepareBrowser } from '../support/browser.ts';
import { answered, begin, cardNamed, makeConversation } from '../support/page-actions.ts';
import { openStage, type Stage } from '../support/stage.ts';

const visit = prepareBrowser();
const stages: Stage[] = [];
afterAll(async () => {
  for (const stage of stages) await stage.close();
});

async function openWith(mode: string): Promise<Stage> {
  const stage = await openStage({
    files: { 'a.txt': 'a\n', 'package.json': '{"scripts": {"test": "node --test"}}' },
    environment: { VITRINE_EXEC: mode },
  });
  stages.push(stage);
  return stage;
}

const banner = (page: Page) =>
  page.getByText('Commands run on this machine without a sandbox (VITRINE_EXEC=unsafe-host).');

const note = (page: Page) => page.getByText('Commands are off (VITRINE_EXEC=off).');

test('where commands are off, the page says so and why, and a command asked for is refused in words', async () => {
  const stage = await openWith('off');
  const page = await (await visit(stage.server.url)).open('/');
  await note(page).waitFor();
  // Nothing is offered that would need them.
  expect(await page.locator('.starts button').count()).toBe(3);
  expect(await page.getByText('Run the tests').count()).toBe(0);
  expect(await banner(page).count()).toBe(0);
  await begin(page, 'run ls');
  await page
    .getByRole('article', { name: 'The agent wrote' })
    .getByText(/did not run/)
    .waitFor();
  expect(await answered(page)).toMatch(/commands are off/);
  expect(await page.locator('[data-card] .ln').count()).toBe(0);
});

test('without a sandbox a banner stays on every page', async () => {
  const stage = await openWith('unsafe-host');
  const { id } = await makeConversation(stage.server, ['run echo no walls']);
  const visitor = await visit(stage.server.url);
  for (const path of ['/', `/c/${id}`, '/savings', '/shares']) {
    const page = await visitor.open(path);
    await banner(page).waitFor();
    const location = await banner(page).boundingBox();
    expect(location?.y, path).toBeLessThan(60);
    await page.close();
  }
  // Nor does it go when something is opened in the same page.
  const page = await visitor.open('/');
  await page.getByRole('link', { name: 'run echo no walls' }).click();
  await cardNamed(page, 'echo no walls').getByText('no walls').last().waitFor();
  await banner(page).waitFor();
});

test('in a sandbox there is neither the banner nor the note', async () => {
  const stage = await openWith('bwrap');
  const page = await (await visit(stage.server.url)).open('/');
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(await note(page).count()).toBe(0);
});
