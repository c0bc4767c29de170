import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { stateOf } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { git, makeRepository } from '../support/git-repository.ts';
import { startGitServer } from '../support/git-server.ts';
import { begin, cardNamed, say } from '../support/page-actions.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const prepared = prepareBrowser();
const visit = (options: Parameters<typeof prepared>[1] = {}) =>
  prepared(stage.server.url, { reducedMotion: 'reduce', ...options });
const around = tempFolder();
const folder = join(around, 'notes');
let stage: Stage;

beforeAll(async () => {
  mkdirSync(folder);
  makeRepository(folder, { 'hello.txt': 'hello\n', 'other.txt': 'other\n' });
  stage = await openStage({ environment: { VITRINE_CLONES_DIR: join(around, 'clones') } });
});
afterAll(async () => await stage?.close());

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Workspaces' }).getByRole('row').filter({ hasText: name });
const worktreeBar = (page: Page) => page.getByRole('region', { name: 'Own worktree' });

/** From the page before there is a conversation. */
async function chooseNotes(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('menuitemradio', { name: 'notes' }).click();
}

test('an admin names a folder; a conversation in its own worktree shows its diff, and is merged into the folder', async () => {
  const page = await (await visit({ expects: [/400 \(Bad Request\)/] })).open('/workspaces');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(around, 'none'));
  await dialog.getByRole('button', { name: 'Add' }).click();
  await eventually(() => dialog.getByRole('alert').textContent()).toContain(
    'cannot find or read this folder',
  );
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await page.keyboard.press('Enter');
  await rowOf(page, 'notes').waitFor();
  expect(await rowOf(page, 'notes').textContent()).toContain(folder);
  await expectAccessible(page);

  await page.keyboard.press('n');
  const choice = page.getByRole('checkbox', { name: /Own worktree/ });
  await page.getByRole('button', { name: /^Workspace:/ }).waitFor();
  expect(await choice.count()).toBe(0);
  await chooseNotes(page);
  expect(await choice.isChecked()).toBe(false);
  await choice.check();
  await expectAccessible(page);
  const id = await begin(page, 'edit hello.txt: replace "hello" with "good day"');
  await cardNamed(page, 'hello.txt').locator('.ln').first().waitFor();
  const bar = worktreeBar(page);
  await bar.getByText('1 file changed').waitFor();
  expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toBe('hello\n');
  await expectAccessible(page);

  await bar.getByRole('button', { name: 'Review changes' }).click();
  const panel = page.locator('.panel');
  await eventually(() => panel.locator('.ln.add').allTextContents()).toEqual([
    expect.stringContaining('good day'),
  ]);
  await bar.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await bar.getByText(/merged 1 file into notes/).waitFor();
  expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toBe('good day\n');
  expect(await bar.getByRole('button', { name: 'Merge' }).count()).toBe(0);
  expect((await stateOf(stage.server, id)).worktreeAct).toMatchObject({
    type: 'worktree.merged',
    data: { fileCount: 1 },
  });
});

test('what is discarded is asked for once, told to whoever looks on, and the keyboard does it', async () => {
  const page = await (await visit()).open('/');
  await chooseNotes(page);
  await page.getByRole('checkbox', { name: /Own worktree/ }).check();
  const id = await begin(page, 'edit other.txt: replace "other" with "another"');
  const second = await (await visit()).open(`/c/${id}`);
  await worktreeBar(second).getByText('1 file changed').waitFor();
  const discard = worktreeBar(page).getByRole('button', { name: 'Discard' });
  await discard.waitFor();
  await eventually(() => discard.isEnabled()).toBe(true);
  await discard.focus();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Discard' });
  await confirm.focus();
  await page.keyboard.press('Enter');
  await worktreeBar(page)
    .getByText(/discarded the changes/)
    .waitFor();
  await worktreeBar(second)
    .getByText(/discarded the changes/)
    .waitFor();
  expect(readFileSync(join(folder, 'other.txt'), 'utf8')).toBe('other\n');
});

test('what a worktree has is pushed to a git server with a token of the member, and the link to the server stands in the thread', async () => {
  const hosted = join(around, 'hosted', 'notes.git');
  mkdirSync(join(around, 'hosted'));
  git(around, 'clone', '-q', '--bare', folder, hosted);
  git(hosted, 'config', 'http.receivepack', 'true');
  const token = 'token-0123456789';
  const server = await startGitServer(join(around, 'hosted'), { user: 'ada', token, mayPush: true });
  const visitor = await visit({ expects: [/409 \(Conflict\)/] });
  const settings = await visitor.open('/workspaces/notes');
  await settings.getByLabel('Address of the repository').fill(`${server.url}/repos/notes.git`);
  await settings.getByRole('button', { name: 'Save remote' }).click();
  await eventually(
    async () => (await (await stage.server.request('/api/workspaces/notes')).json()).remote?.url,
  ).toContain('/repos/notes.git');
  await expectAccessible(settings);

  const page = await visitor.open('/');
  await chooseNotes(page);
  await page.getByRole('checkbox', { name: /Own worktree/ }).check();
  await begin(page, 'create pushed.txt with "pushed"');
  await worktreeBar(page).getByText('1 file changed').waitFor();
  await worktreeBar(page).getByRole('button', { name: 'Push' }).click();
  const dialog = page.getByRole('dialog', { name: 'Push these changes' });
  await dialog.getByLabel('Commit message').fill('Add what is pushed');
  await dialog.getByLabel('User name').fill('ada');
  await dialog.getByLabel('Token').fill('wrong');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  await dialog.getByRole('alert').getByText('does not accept this user name and token').waitFor();
  await dialog.getByLabel('Token').fill(token);
  const branch = await dialog.getByLabel(/^Branch on/).inputValue();
  await dialog.getByRole('button', { name: 'Push', exact: true }).click();
  await dialog
    .getByRole('status')
    .getByText(/^Pushed/)
    .waitFor();
  expect(git(hosted, 'show', `${branch}:pushed.txt`)).toBe('pushed');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText(`Pushed ${branch} to 127.0.0.1`).first().waitFor();
  await worktreeBar(page)
    .getByText(/pushed vitrine\//)
    .waitFor();

  const download = page.waitForEvent('download');
  await worktreeBar(page).getByRole('link', { name: 'Patch' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('+pushed');
  await server.close();
});

test('what a conversation changes in the workspace itself is reviewed by file, and can be pushed and downloaded', async () => {
  const visitor = await visit();
  const page = await visitor.open('/');
  await chooseNotes(page);
  await begin(page, 'hello');
  const bar = page.getByRole('region', { name: 'Changes in notes' });
  await page.getByText('hello', { exact: true }).first().waitFor();
  expect(await bar.count()).toBe(0);
  await begin(await visitor.open('/'), 'create other-change.txt with "elsewhere"');
  await say(page, 'create shared.txt with "shared"');
  await bar.getByText(/^[23] files changed since its last commit, by anybody$/).waitFor();
  await expectAccessible(page);
  expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Review changes', 'Push']);
  await bar.getByRole('button', { name: 'Review changes' }).click();
  const panel = page.getByRole('complementary', { name: 'Artifact: All changes in notes' });
  await panel.locator('.ln.add').getByText('shared').waitFor();
  await bar.getByRole('button', { name: 'Push' }).click();
  const dialog = page.getByRole('dialog', { name: 'Push these changes' });
  await dialog
    .getByText('It has all changes in notes since its last commit, also those of others,')
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const download = page.waitForEvent('download');
  await bar.getByRole('link', { name: 'Patch' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('+shared');
});

test('a worktree is updated to what is new on the server; conflicts are named, and the agent is asked to resolve them', async () => {
  const elsewhere = join(around, 'elsewhere');
  const hosted = join(around, 'hosted', 'notes.git');
  git(around, 'clone', '-q', hosted, elsewhere);
  writeFileSync(join(elsewhere, 'hello.txt'), 'hello from elsewhere\n');
  writeFileSync(join(elsewhere, 'news.txt'), 'news\n');
  git(elsewhere, 'add', '.');
  git(elsewhere, 'commit', '-qm', 'elsewhere');
  git(elsewhere, 'push', '-q', 'origin', 'HEAD:main');
  const server = await startGitServer(join(around, 'hosted'), { user: 'ada', token: 'x', mayPush: true });
  const remote = { url: `${server.url}/repos/notes.git`, kind: 'git', target: 'main' };
  await stage.server.request('/api/workspaces/notes', { method: 'PATCH', body: JSON.stringify({ remote }) });

  const page = await (await visit()).open('/');
  await chooseNotes(page);
  await page.getByRole('checkbox', { name: /Own worktree/ }).check();
  const id = await begin(page, 'edit hello.txt: replace "hello" with "good morning"');
  const bar = worktreeBar(page);
  await bar.getByText('1 file changed').waitFor();
  await bar.getByRole('button', { name: 'Update' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update this worktree' });
  await dialog.getByText('Not needed for a public repository').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await dialog.getByText('Both versions are in these files:').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['hello.txt']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await bar.getByText('1 file with conflicts:').waitFor();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Push' }).click();
  const push = page.getByRole('dialog', { name: 'Push these changes' });
  expect(await push.getByLabel('Commit message').inputValue()).toMatch(/^edit hello\.txt.*\n\nChanged/s);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Review changes' }).click();
  await page.locator('.panel .ln.add').getByText('>>>>>>> origin/main').waitFor();
  await bar.getByRole('button', { name: 'Have the agent resolve them' }).click();
  await page.getByRole('article').getByText('Resolve the conflicts in').waitFor();
  expect((await stateOf(stage.server, id)).worktreeAct).toMatchObject({ type: 'worktree.updated' });
  await server.close();
});

test('on a phone all of it keeps within the window; a workspace that is removed leaves its conversations to be read', async () => {
  const phone = { width: 390, height: 844 };
  const page = await (await visit({ viewport: phone })).open('/');
  await chooseNotes(page);
  await page.getByRole('checkbox', { name: /Own worktree/ }).check();
  const id = await begin(page, 'create new.txt with "new"');
  await worktreeBar(page).getByText('1 file changed').waitFor();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(phone.width);
  await page.goto(`${stage.server.url}/workspaces`);
  await page.getByRole('button', { name: 'Remove: notes' }).click();
  await eventually(() => width()).toBeLessThanOrEqual(phone.width);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await eventually(() => rowOf(page, 'notes').count()).toBe(0);
  await page.goto(`${stage.server.url}/c/${id}`);
  await page.getByText('The workspace notes was removed.').waitFor();
  await cardNamed(page, 'new.txt').waitFor();
  expect(await width()).toBeLessThanOrEqual(phone.width);
});
