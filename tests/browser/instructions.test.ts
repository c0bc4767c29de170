import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { ask, createConversation, readEvents, until } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let path: string;

beforeAll(async () => {
  stage = await openSharedStage({ files: { 'AGENTS.md': 'Use tabs.', 'a.txt': 'one\n' } });
});
afterAll(async () => {
  await stage?.server.request('/api/settings', {
    method: 'PATCH',
    body: JSON.stringify({ teamInstructions: '' }),
  });
  await stage?.close();
});

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'More about this conversation' }).click();
  await page.getByRole('menuitem', { name: 'Instructions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Instructions' });
  await dialog.getByRole('textbox').waitFor();
  return dialog;
}

test('an admin writes those of the team on its page, and reads who wrote them', async () => {
  const visitor = await visit(stage.server.url, { reducedMotion: 'reduce', expects: [/409 \(Conflict\)/] });
  const page = await visitor.open('/team');
  await untilAwake(page);
  await page.getByRole('button', { name: 'Write instructions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Instructions of the team' });
  await dialog.getByRole('textbox').fill('Answer in English.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('blockquote').getByText('Answer in English.').waitFor();
  await expectAccessible(page);
  // Of two admins, the second one who saves overwrites nothing unseen.
  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('textbox').fill('Answer in French.');
  const other = { teamInstructions: 'Answer in Dutch.' };
  await stage.server.request('/api/settings', { method: 'PATCH', body: JSON.stringify(other) });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('has changed them meanwhile').waitFor();
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Answer in French.');
  await page.keyboard.press('Escape');
  await page.getByRole('blockquote').getByText('Answer in Dutch.').waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('textbox').fill('Answer in English.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('blockquote').getByText('Answer in English.').waitFor();
});

test('the meter names each, and the dialog shows the words that the model reads', async () => {
  const id = await createConversation(stage.server);
  await ask(stage.server, id, 'read a.txt');
  path = `/c/${id}`;
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open(path);
  await page.getByRole('button', { name: /tokens of context used$/ }).click();
  const meter = page.getByRole('dialog', { name: 'In the last model call' });
  await meter.getByText('of AGENTS.md').waitFor();
  await meter.getByText('of the team').waitFor();
  await page.keyboard.press('Escape');
  const dialog = await openDialog(page);
  await dialog.locator('summary', { hasText: 'AGENTS.md' }).click();
  await dialog.getByText('Use tabs.').waitFor();
  await expectAccessible(page);
});

test('what changed meanwhile is said, and used from then on when somebody asks for it', async () => {
  writeFileSync(join(stage.workspace, 'AGENTS.md'), 'Use spaces.');
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open(path);
  const dialog = await openDialog(page);
  await dialog.getByText('has other instructions now').waitFor();
  await dialog.getByRole('button', { name: 'Use them here' }).click();
  await dialog.getByText(/^What the model reads.+Read again by/).waitFor();
  await dialog.locator('summary', { hasText: 'AGENTS.md' }).click();
  await dialog.getByText('Use spaces.').waitFor();
  expect(await dialog.getByText('has other instructions now').count()).toBe(0);
});

test('a conversation gets instructions of its own', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open(path);
  const dialog = await openDialog(page);
  await dialog.getByRole('textbox').fill('Change nothing.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const again = await openDialog(page);
  await eventually(() => again.getByRole('textbox').inputValue()).toBe('Change nothing.');
  await again.getByText(/Of this conversation · \d+ tokens, by/).waitFor();
});

test('a conversation has its own from its first message on, written on the page where it begins', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open('/');
  await untilAwake(page);
  await page.getByText('Add instructions').click();
  await page.getByRole('textbox', { name: /For all of this conversation/ }).fill('Answer in French.');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('read a.txt');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/c/conv_*');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const events = await until('the answer', async () => {
    const all = await readEvents(stage.server, id);
    return all.some(({ type }) => type === 'run.finished') && all;
  });
  const types = events.map(({ type }) => type);
  expect(types.indexOf('instructions.changed')).toBeLessThan(types.indexOf('user.message'));
  const dialog = await openDialog(page);
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Answer in French.');
  await page.goto(stage.server.url);
  await page.getByText('Add instructions').waitFor();
});
