import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { answered, begin, say } from '../support/page-actions.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { byInvites, joinFirst, joinNext, type TeamMember } from '../support/team-visitors.ts';

const visit = prepareBrowser();
let stage: Stage;
let ada: TeamMember;
let bo: TeamMember;
/** Of the one conversation. */
let path: string;

beforeAll(async () => {
  stage = await openStage({ environment: byInvites });
});
afterAll(async () => await stage?.close());

const asking = (page: Page) => page.getByRole('article', { name: 'The agent asks to create a file' });
const isMade = (path: string) => existsSync(join(stage.workspace, path));

test('a team: an admin who decides that files are not created unasked, and a member', async () => {
  ada = await joinFirst(visit, stage.server, 'Ada');
  bo = await joinNext(visit, stage.server, ada, 'Bo');
  const policy = { approvals: { create_file: 'ask' } };
  expect((await bo.call('PATCH', '/api/settings', policy)).status).toBe(403);
  expect((await ada.call('PATCH', '/api/settings', policy)).status).toBe(204);
});

test('what the agent asks stands before all, whole; one allows it, the others see who', async () => {
  const adas = await ada.open('/');
  path = `/c/${await begin(adas, 'create a.md with "made"')}`;
  const bos = await bo.open(path);
  for (const page of [adas, bos]) {
    await asking(page).waitFor();
    expect(await asking(page).getByRole('region', { name: 'The exact call' }).innerText()).toBe(
      'path a.md\ncontent made',
    );
    expect(await asking(page).innerText()).toContain('waits for any member');
  }
  await expectAccessible(bos);
  expect(isMade('a.md')).toBe(false);
  // It waits for who asked, wherever they are.
  const waits = adas.getByRole('region', { name: 'Waiting for you' });
  await waits.getByRole('link', { name: /Allow a\.md\?/ }).waitFor();
  expect(await bos.getByRole('region', { name: 'Waiting for you' }).count()).toBe(0);
  await bos.reload();
  await untilAwake(bos);
  await asking(bos).getByRole('button', { name: 'Allow once' }).click();
  await eventually(() => isMade('a.md')).toBe(true);
  expect(readFileSync(join(stage.workspace, 'a.md'), 'utf8')).toBe('made');
  await adas.getByText('Bo allowed this').waitFor();
  await eventually(() => waits.count()).toBe(0);
  await bos.getByText('You allowed this').waitFor();
  await eventually(() => answered(adas)).toContain('Created');
  expect(await asking(adas).count()).toBe(0);
  await expectAccessible(adas);
});

test('refused with a reason, which the agent reads; by keyboard alone', async () => {
  const adas = await ada.open(path);
  const bos = await bo.open(path);
  await say(adas, 'create b.md with "made"');
  // Told to who does not look, too.
  await bos
    .locator('[aria-live=polite]', { hasText: 'The agent asks to create a file' })
    .waitFor({ state: 'attached' });
  await asking(bos).getByRole('button', { name: 'Refuse' }).press('Enter');
  await bos.keyboard.type('not in this folder');
  await bos.keyboard.press('Enter');
  await adas.getByText('Bo refused this: not in this folder').waitFor();
  await eventually(() => answered(adas)).toContain('Bo refused it: not in this folder');
  expect(isMade('b.md')).toBe(false);
  await expectAccessible(bos);
});

test('where only admins may answer, a member sees the call and waits', async () => {
  const adas = await ada.open(path);
  const bos = await bo.open(path);
  await ada.call('PATCH', '/api/settings', { approvals: { create_file: 'ask_admins' } });
  await say(bos, 'create c.md with "made"');
  await asking(bos).waitFor();
  expect(await asking(bos).innerText()).toContain('waits for an admin');
  expect(await asking(bos).getByRole('button').count()).toBe(0);
  await asking(adas).getByRole('button', { name: 'Allow once' }).click();
  await eventually(() => isMade('c.md')).toBe(true);
});

test('the same call no longer asks where it was always allowed, and admins take that back', async () => {
  const adas = await ada.open(path);
  const bos = await bo.open(path);
  await say(bos, 'create f.md with "made"');
  await asking(adas).getByRole('button', { name: 'Always allow' }).waitFor();
  await expectAccessible(adas);
  await asking(adas).getByRole('button', { name: 'Always allow' }).click();
  await adas.getByRole('menuitem', { name: 'Always, in this conversation' }).click();
  await bos.getByText('Ada allowed this, always in this conversation').waitFor();
  await say(bos, 'create f.md with "made"');
  await eventually(() => answered(bos)).toMatch(/f\.md.*f\.md/);
  expect(await asking(bos).count()).toBe(0);
  await bos.getByRole('button', { name: 'Ask again' }).click();
  await say(bos, 'create f.md with "made"');
  await asking(adas).getByRole('button', { name: 'Always allow' }).click();
  await adas.getByRole('menuitem', { name: 'Always, for the team' }).click();
  await bos.getByText('Ada allowed this, always for the team').waitFor();

  const tools = await ada.open('/tools');
  const list = tools.getByRole('table', { name: 'Always allowed' });
  expect(await list.innerText()).toContain('f.md');
  await expectAccessible(tools);
  await list.getByRole('button', { name: 'Ask again' }).click();
  await list.waitFor({ state: 'detached' });
  const refused = await bo.call('PATCH', '/api/settings', { askAgain: ['req_x'] });
  expect(refused.status).toBe(403);
});

test('a stop ends what is asked, for all', async () => {
  const adas = await ada.open(path);
  const bos = await bo.open(path);
  await say(adas, 'create d.md with "made"');
  await asking(adas).waitFor();
  await adas.getByRole('button', { name: 'Stop', exact: true }).click();
  await asking(adas).waitFor({ state: 'detached' });
  await asking(bos).waitFor({ state: 'detached' });
  expect(isMade('d.md')).toBe(false);
});

test('what the policy denies is reported as such', async () => {
  const bos = await bo.open(path);
  await ada.call('PATCH', '/api/settings', { approvals: { create_file: 'deny' } });
  await say(bos, 'create e.md with "made"');
  await eventually(() => answered(bos)).toContain('this team does not allow create_file');
  expect(isMade('e.md')).toBe(false);
});
