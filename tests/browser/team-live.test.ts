import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { heardEvents } from '../support/heard-events.ts';
import { action, answered, begin, composer, saidTexts, say } from '../support/page-actions.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { byInvites, joinFirst, joinNext, type TeamMember } from '../support/team-visitors.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();
let redis: RedisServer;
let one: VitrineServer;
let other: VitrineServer;
let workspace: string;
let ada: TeamMember;
let bo: TeamMember;
let cy: TeamMember;
/** Of the one conversation. */
let path: string;

beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'vitrine-workspace-'));
  writeFileSync(join(workspace, 'notes.txt'), 'one\ntwo\nthree\nfour\n');
  redis = await startRedisServer();
  const environment = { ...byInvites, REDIS_URL: redis.url };
  one = await startVitrine({ workspace, environment });
  other = await startVitrine({ workspace, environment });
});
afterAll(async () => {
  await one?.end();
  await other?.end();
  await redis?.stop();
  if (workspace) rmSync(workspace, { recursive: true, force: true });
});

/** All of the log that it was told, in the order it came; live feedback may be left out where the log was faster. */
const heard = async (page: Page): Promise<string[]> =>
  (await heardEvents(page)).map(({ text }) => text).filter((text) => !text.includes('"ephemeral":true'));

const asking = (page: Page) => page.getByRole('article', { name: 'The agent asks to create a file' });

test('a team on two server processes', async () => {
  ada = await joinFirst(visit, one, 'Ada');
  bo = await joinNext(visit, other, ada, 'Bo');
  cy = await joinNext(visit, one, ada, 'Cy');
  const adas = await ada.open('/');
  path = `/c/${await begin(adas, 'show notes.txt')}`;
  await eventually(() => answered(adas)).toContain('is shown to you');
});

test('three members see the same events in the same order, whichever process has whom', async () => {
  const pages = await Promise.all([ada, bo, cy].map((member) => member.open(path, { keepsEvents: true })));
  const [adas, bos, cys] = pages as [Page, Page, Page];
  // Each hears of the others before anybody speaks: all three follow by now.
  for (const page of pages) {
    await eventually(async () => (await heardEvents(page)).filter(isPresence).length).toBeGreaterThan(2);
  }
  await say(bos, 'read notes.txt');
  await say(cys, 'find two');
  await say(adas, 'list all');
  for (const page of pages) {
    await eventually(
      async () => (await heard(page)).filter((text) => text.includes('run.finished')).length,
    ).toBe(3);
  }
  const [first = [], ...others] = await Promise.all(pages.map(heard));
  expect(first.length).toBeGreaterThan(15);
  for (const events of others) expect(events).toEqual(first);
  const [shown, ...shownToOthers] = await Promise.all(pages.map((page) => answered(page)));
  expect(shownToOthers).toEqual([shown, shown]);
});

const isPresence = ({ text }: { text: string }): boolean => text.includes('presence.updated');

test('one allows what the agent asks, on the process that does not work on it; the others see who', async () => {
  await ada.call('PATCH', '/api/settings', { approvals: { create_file: 'ask' } });
  const [adas, bos, cys] = [await ada.open(path), await bo.open(path), await cy.open(path)];
  await say(adas, 'create new.md with "made"');
  for (const page of [adas, bos, cys]) await asking(page).waitFor();
  await asking(bos).getByRole('button', { name: 'Allow once' }).click();
  for (const page of [adas, cys]) await page.getByText('Bo allowed this').waitFor();
  await eventually(() => answered(cys)).toContain('Created');
});

test('lines are shared with somebody from outside, whose open page ends with the link', async () => {
  await ada.call('PATCH', '/api/settings', { linkShares: true });
  const bos = await bo.open(path);
  await action(bos.locator('[data-card]').first(), 'open').click();
  const id = new URL(bos.url()).hash.slice(1).split(':')[0] ?? '';
  const created = await bo.call('POST', `/api/artifacts/${id}/shares`, { audience: 'link', lines: '2-3' });
  expect(created.status).toBe(201);
  const share = (await created.json()) as { id: string; token: string };
  const outsider = await (await visit(one.url, { expects: [/404/] })).open(`/s/${share.token}`);
  await outsider.getByText('three').waitFor();
  expect(await outsider.locator('main').innerText()).not.toContain('four');
  expect((await bo.call('DELETE', `/api/shares/${share.id}`)).status).toBe(204);
  expect((await outsider.request.get(`${other.url}/api/shares/${share.token}/artifact`)).status()).toBe(404);
  expect((await outsider.reload())?.status()).toBe(404);
});

test('people write to one another: no run begins, and the agent reads it with the next message to it', async () => {
  const [adas, bos] = [await ada.open(path), await bo.open(path)];
  const runs = async () => {
    const response = await ada.call('GET', `/api/conversations/${path.slice(3)}/export?format=json`);
    const { events } = (await response.json()) as { events: { type: string }[] };
    return events.filter(({ type }) => type === 'run.started').length;
  };
  const before = await runs();
  const recipient = adas.getByRole('group', { name: 'To' });
  const isToTeam = () => recipient.getByRole('button', { name: 'Team' }).getAttribute('aria-pressed');
  await composer(adas).pressSequentially('@b');
  await adas.getByRole('option', { name: 'Bo' }).click();
  await eventually(isToTeam).toBe('true');
  // One press turns it back, and @agent does, too.
  await recipient.getByRole('button', { name: 'Agent' }).click();
  await eventually(() => isToTeam()).toBe('false');
  await recipient.getByRole('button', { name: 'Team' }).click();
  await composer(adas).pressSequentially('shall we keep notes.txt?');
  await adas.getByText('No run, no cost.').waitFor();
  await composer(adas).press('Enter');
  const asked = bos.locator('.msg').filter({ hasText: 'shall we keep notes.txt?' }).first();
  await asked.getByText('Team only').waitFor();
  await asked.hover();
  await asked.getByRole('button', { name: 'Reply' }).click();
  await bos.getByRole('group', { name: 'To' }).getByRole('button', { name: 'Team' }).click();
  await say(bos, 'yes');
  const reply = adas.locator('.msg').filter({ has: adas.locator('.quote', { hasText: 'shall we keep' }) });
  await reply.getByText('Team only').waitFor();
  await reply.hover();
  await reply.getByRole('button', { name: 'React' }).click();
  await adas.getByRole('menuitem', { name: 'Thanks' }).click();
  await bos.getByRole('button', { name: 'Thanks: Ada' }).click();
  await adas.getByRole('button', { name: 'Thanks: Ada, Bo' }).waitFor();
  await adas.locator('.seen-by').filter({ hasText: 'Bo' }).waitFor();
  expect(await runs()).toBe(before);
  expect(await axeViolations(adas)).toEqual([]);

  await adas.getByRole('group', { name: 'To' }).getByRole('button', { name: 'Agent' }).click();
  await say(adas, 'list all');
  await asked.getByText('read by the agent').waitFor();
});

test('on a phone the switch is a finger wide, and the composer is no wider than the page', async () => {
  const page = await ada.open(path);
  await page.setViewportSize({ width: 390, height: 844 });
  const team = page.getByRole('group', { name: 'To' }).getByRole('button', { name: 'Team' });
  const box = await team.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  for (const tools of await page.locator('.composer-tools').all()) {
    expect(await tools.evaluate((row) => row.scrollWidth - row.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test('who is removed hears no more, on whatever process', async () => {
  const cys = await cy.open(path, { keepsEvents: true, expects: [/401/] });
  const adas = await ada.open(path);
  const { members } = (await (await ada.call('GET', '/api/members')).json()) as {
    members: { id: string; name: string }[];
  };
  const gone = members.find(({ name }) => name === 'Cy')?.id;
  expect((await ada.call('DELETE', `/api/members/${gone}`)).status).toBe(204);
  await cys.getByText('You are signed out.').waitFor();
  await say(adas, 'find canary');
  await eventually(async () => (await saidTexts(adas)).at(-1)).toBe('find canary');
  expect((await heard(cys)).filter((text) => text.includes('canary'))).toEqual([]);
  expect((await cy.call('GET', '/api/conversations')).status).toBe(401);
});
