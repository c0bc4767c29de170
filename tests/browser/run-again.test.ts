import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { until } from '../support/conversations.ts';
import { cardNamed, makeConversation, say } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { openStage, type Stage } from '../support/stage.ts';

const visit = prepareBrowser();
/** Long enough to be looked at, short enough to be waited for. */
const ttlSeconds = 8;
/** Says how often it ran. */
const count = 'echo x >> count.txt; echo time $(wc -l < count.txt)';
let stage: SharedStage;
let brief: Stage;

beforeAll(async () => {
  stage = await openSharedStage();
  brief = await openStage({
    files: { 'notes.txt': 'as it was\n' },
    environment: { VITRINE_ARTIFACT_TTL_SECONDS: String(ttlSeconds) },
  });
});
afterAll(async () => {
  await stage?.close();
  await brief?.close();
});

test('R runs the focused card’s command again, and the card shows what came of it', async () => {
  const { id } = await makeConversation(stage.server, [`run ${count}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, count);
  await card.getByText('time 1', { exact: true }).waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('r');
  await card.getByText('time 2', { exact: true }).waitFor();
  await card.getByText(/run again by/).waitFor();
  expect(await page.locator('[data-card]').count()).toBe(1);
  // As often as somebody likes, by the button too, and each time it is the newest that is shown.
  await card.getByRole('button', { name: 'Run again' }).focus();
  await page.keyboard.press('Enter');
  await card.getByText('time 3', { exact: true }).waitFor();
  expect(await card.getByText('time 2', { exact: true }).count()).toBe(0);
  await card.getByRole('button', { name: 'Run again' }).waitFor();
  await page.keyboard.press('r');
  await card.getByText('time 4', { exact: true }).waitFor();
});

test('what is asked for again while another command works waits, says so, and comes after it', async () => {
  const { id } = await makeConversation(stage.server, ['run date +%N']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, 'date +%N');
  const printed = card.locator('.ln').first();
  await printed.waitFor();
  const first = await printed.textContent();
  await say(page, 'run sleep 300');
  const working = cardNamed(page, 'sleep 300');
  await working.getByText('running').waitFor();
  await card.getByRole('button', { name: 'Run again' }).click();
  await card.getByText('queued to run again').waitFor();
  expect(await printed.textContent()).toBe(first);
  expect(await card.getByRole('button', { name: 'Run again' }).count()).toBe(0);
  await working.getByRole('button', { name: 'Stop' }).click();
  await working.getByText('stopped by a person').waitFor();
  await card.getByText(/run again by/).waitFor();
  await eventually(() => printed.textContent()).not.toBe(first);
  expect(await card.getByText('queued to run again').count()).toBe(0);
});

test('what expired, a command or a file, is run again from what is left of its card', async () => {
  const { id, artifactIds } = await makeConversation(brief.server, ['run echo still here', 'show notes.txt']);
  for (const artifactId of artifactIds) {
    await until('the bytes to expire', async () => {
      const { status } = await brief.server.request(`/api/artifacts/${artifactId}`);
      return status === 404;
    });
  }
  const page = await (await visit(brief.server.url, { expects: [/404 \(Not Found\)/] })).open(`/c/${id}`);
  const tombs = page.locator('.card.tomb');
  await eventually(() => tombs.count()).toBe(2);
  for (const [title, text] of [
    ['echo still here', 'still here'],
    ['notes.txt', 'as it was'],
  ] as const) {
    await tombs.filter({ hasText: title }).getByRole('button', { name: 'Run again' }).click();
    const card = cardNamed(page, title);
    await card.locator('.ln').getByText(text).first().waitFor();
    await card.getByText(/run again by/).waitFor();
    expect(await tombs.filter({ hasText: title }).count()).toBe(0);
  }
});
