import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage({});
});
const change = (body: object) => stage.server.request('/api/settings', { method: 'PATCH', body });
const days = async () => (await (await stage.server.request('/api/settings')).json()).conversationDays;
afterAll(async () => {
  await change({ conversationDays: null });
  await stage?.close();
});

test('an admin says after how long conversations are deleted, and is asked before it is shorter', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open('/team');
  const select = page.getByRole('combobox', { name: 'Delete conversations' });
  await select.selectOption('After 90 days');
  const dialog = page.getByRole('dialog', { name: 'Delete this data from now on?' });
  await dialog.getByText('that is 0 conversations at most, private ones counted too').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await select.inputValue()).toBe('0');
  expect(await days()).toBeNull();
  await select.selectOption('After 90 days');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await eventually(days).toBe(90);
  // Longer than until now deletes less.
  await select.selectOption('After 180 days');
  await eventually(days).toBe(180);
  await page.reload();
  expect(await select.inputValue()).toBe('180');
  await select.selectOption('Never');
  await eventually(days).toBeNull();
});

test('what no policy can be is refused', async () => {
  for (const conversationDays of [0, -1, 1.5, 3_651, '30'])
    expect((await change({ conversationDays })).status).toBe(400);
});
