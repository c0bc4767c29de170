import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, type Visitor } from '../support/browser.ts';
import { action, cardOf, makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let id: string;
let artifactId: string;

beforeAll(async () => {
  stage = await openSharedStage({
    files: {
      'src/server.ts': numberedLines(300, (number) => `const line${number} = 'original ${number}';`),
      'settings.txt': 'first=1\nsecond=2\nthird=redis://:hunter2@cache\nfourth=mysql://app:hunter3@db\n',
    },
  });
  ({
    id,
    artifactIds: [artifactId = ''],
  } = await makeConversation(stage.server, ['show src/server.ts']));
});
afterAll(async () => await stage?.close());

const rows = (page: Page) => page.locator('.lines .ln');

/** Makes a link in the dialog that is open, for anyone. */
async function createLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Anyone with the link/ }).check();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.keyboard.press('Escape');
  return url;
}

/** A stranger's browser, and all that it was sent. */
async function openAsStranger(
  url: string,
  options = {},
): Promise<{ page: Page; received: string[]; visitor: Visitor }> {
  const visitor = await visit(stage.server.url, options);
  const received: string[] = [];
  visitor.context.on('response', async (response) => {
    received.push(response.url(), await response.text().catch(() => ''));
  });
  const page = await visitor.open(new URL(url).pathname);
  await rows(page).first().waitFor();
  return { page, received, visitor };
}

async function expectNoWordOfTheConversation(page: Page, received: string[]): Promise<void> {
  expect(await page.context().cookies()).toEqual([]);
  const all = [...received, await page.content()].join('\n');
  for (const word of [id, 'show src/server.ts', 'Here it is', 'Shown to people', 'run_'])
    expect(all).not.toContain(word);
}

test('a card is shared whole by a link that opens for a stranger, with where it comes from and nothing else', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  await action(cardOf(page, artifactId), 'share').click();
  const url = await createLink(page);
  const stranger = await openAsStranger(url);
  expect(await stranger.page.getByRole('heading', { level: 1 }).textContent()).toBe('src/server.ts');
  expect(await rows(stranger.page).first().locator('.src').textContent()).toBe("const line1 = 'original 1';");
  const bytes = await (await stage.server.request(`/api/artifacts/${artifactId}?format=metadata`)).json();
  const provenance = await stranger.page.getByRole('complementary', { name: 'Provenance' }).innerText();
  for (const result of ['render_file_contents src/server.ts', '300 lines', bytes.metadata.author.name]) {
    expect(provenance).toContain(result);
  }
  expect(provenance.replace(/\s+/g, '')).toContain(bytes.metadata.sha256);
  await expectNoWordOfTheConversation(stranger.page, stranger.received);
});

test('selected lines are shared alone, under the numbers they have in the file', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}#${artifactId}:L40-L42`);
  await page.getByRole('button', { name: 'Share lines' }).click();
  const url = await createLink(page);
  const stranger = await openAsStranger(url);
  expect(await rows(stranger.page).locator('.no').allTextContents()).toEqual(['40', '41', '42']);
  expect(await rows(stranger.page).locator('.src').allTextContents()).toEqual(
    [40, 41, 42].map((number) => `const line${number} = 'original ${number}';`),
  );
  expect(await stranger.page.getByText('Lines 40–42, shared by').count()).toBe(1);
  expect(await stranger.page.getByText('What the model saw').count()).toBe(0);
  await expectNoWordOfTheConversation(stranger.page, stranger.received);
  expect(stranger.received.join('\n')).not.toMatch(/original (39|43)\b/);
});

test('possible secrets are reported before a link is made, and it may be made all the same', async () => {
  const {
    id: other,
    artifactIds: [source = ''],
  } = await makeConversation(stage.server, ['show settings.txt']);
  const page = await (await visit(stage.server.url)).open(`/c/${other}#${source}:L2-L3`);
  await page.getByRole('button', { name: 'Share lines' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 possible secret in these lines').waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/3\s*password$/),
  ]);
  await dialog.getByRole('button', { name: 'All 4 lines' }).click();
  await dialog.getByText('2 possible secrets in this artifact').waitFor();
  expect(await createLink(page)).toMatch(/\/s\//);
});

test('a link that is revoked in the list shows nothing any more, as a true 404', async () => {
  const visitor = await visit(stage.server.url);
  const page = await visitor.open(`/c/${id}`);
  await action(cardOf(page, artifactId), 'share').click();
  const url = await createLink(page);
  const stranger = await openAsStranger(url, { expects: [/404 \(Not Found\)/] });

  const list = await visitor.open('/shares');
  const links = list.getByRole('button', { name: 'Revoke: src/server.ts' });
  const before = await links.count();
  // The newest stands first.
  await links.first().click();
  await list
    .getByRole('alertdialog')
    .or(list.getByRole('dialog'))
    .getByRole('button', { name: 'Revoke' })
    .click();
  await eventually(() => links.count()).toBe(before - 1);

  const response = await stranger.page.reload();
  expect(response?.status()).toBe(404);
  await stranger.page.getByText('Nothing to show here').first().waitFor();
  expect(await stranger.page.content()).not.toContain('original 1');
  const bytes = await stage.server.request(`/api/shares/${new URL(url).pathname.split('/').at(-1)}/artifact`);
  expect(bytes.status).toBe(404);
});

test('a link can be taken back where it was made', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  await action(cardOf(page, artifactId), 'share').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).waitFor();
  expect((await fetch(url)).status).toBe(404);
});
