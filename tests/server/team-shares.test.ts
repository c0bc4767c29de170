import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents, until } from '../support/conversations.ts';
import { freePort } from '../support/free-port.ts';
import { openPlainBrowser, type PlainBrowser } from '../support/plain-browser.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

let workspace: string;
let server: VitrineServer;
let admin: PlainBrowser;
let member: PlainBrowser;
let artifactId: string;

const call = (browser: PlainBrowser, path: string, init?: Parameters<PlainBrowser['request']>[1]) =>
  browser.request(`${server.url}${path}`, init);
const enter = async (token: string, name: string): Promise<PlainBrowser> => {
  const browser = openPlainBrowser();
  const body = { token, name };
  expect((await call(browser, '/api/auth/join', { method: 'POST', body })).status).toBe(201);
  return browser;
};

beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'vitrine-workspace-'));
  writeFileSync(join(workspace, 'notes.txt'), 'one\ntwo\n');
  const port = await freePort();
  const environment = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: `http://127.0.0.1:${port}` };
  server = await startVitrine({ workspace, port, environment });
  const first = await until(
    'the first link',
    async () => /\/join\/([A-Za-z0-9_-]{43})/.exec(server.output())?.[1],
  );
  admin = await enter(first ?? '', 'Ada');
  const { url } = await (await call(admin, '/api/invites', { method: 'POST', body: {} })).json();
  member = await enter(url.slice(url.lastIndexOf('/') + 1), 'Bob');
  const asMember: VitrineServer = { ...server, request: (path, init) => call(member, path, init) };
  const id = await createConversation(asMember);
  await ask(asMember, id, 'read notes.txt');
  const [read] = ofType(await readEvents(asMember, id), 'tool.execution_complete');
  artifactId = read?.data.toolTelemetry.artifactId ?? '';
});
afterAll(async () => {
  await server?.end();
  rmSync(workspace, { recursive: true });
});

const share = async (audience: 'team' | 'link') => {
  const path = `/api/artifacts/${artifactId}/shares`;
  const response = await call(member, path, { method: 'POST', body: { audience } });
  return { status: response.status, ...(await response.json()) };
};
const allowLinks = (browser: PlainBrowser, linkShares: boolean) =>
  call(browser, '/api/settings', { method: 'PATCH', body: { linkShares } });

test('links for anyone are an admin’s to allow, and to end', async () => {
  expect(await share('link')).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await allowLinks(member, true)).status).toBe(403);
  expect((await allowLinks(admin, true)).status).toBe(204);
  expect(await (await call(member, '/api/settings')).json()).toMatchObject({ linkShares: true });
  const { status, token } = await share('link');
  expect(status).toBe(201);
  const stranger = openPlainBrowser();
  expect((await call(stranger, `/s/${token}`)).status).toBe(200);
  await allowLinks(admin, false);
  expect((await call(stranger, `/s/${token}`)).status).toBe(404);
  expect((await call(stranger, `/api/shares/${token}/artifact`)).status).toBe(404);
  expect((await call(admin, `/s/${token}`)).status).toBe(200);
});

test('a share for the team is the same to a stranger as one that never was', async () => {
  const { token } = await share('team');
  const stranger = openPlainBrowser();
  for (const path of [`/s/${token}`, `/s/${'a'.repeat(32)}`])
    expect((await call(stranger, path)).status, path).toBe(404);
  const answers = await Promise.all(
    [token, 'a'.repeat(32)].flatMap((of) =>
      ['', '/search?q=one', '/files', '/filter'].map(async (part) => {
        const [path, query = ''] = part.split('?');
        const response = await call(stranger, `/api/shares/${of}/artifact${path}?${query}`);
        return [response.status, await response.json()];
      }),
    ),
  );
  for (const answer of answers) expect(answer).toEqual([404, { error: 'Not found', code: 'not_found' }]);
  const page = await call(admin, `/s/${token}`);
  expect(page.status).toBe(200);
});

test('an admin sees and ends what others shared, and openings are in the audit log', async () => {
  const { token, id } = await share('team');
  expect((await call(admin, `/api/shares/${token}/views`, { method: 'POST' })).status).toBe(200);
  expect((await call(member, '/api/shares?of=team')).status).toBe(403);
  const { shares } = await (await call(admin, '/api/shares?of=team')).json();
  expect(shares.find((one: { id: string }) => one.id === id)).toMatchObject({
    createdBy: { name: 'Bob' },
    views: 1,
  });
  expect(await (await call(admin, '/shares?of=team')).text()).toContain('Shared by');
  expect(await (await call(member, '/shares?of=team')).text()).not.toContain('Shared by');
  const { entries } = await (await call(admin, '/api/audit?action=share.viewed')).json();
  expect(entries[0]).toMatchObject({ by: { name: 'Ada' }, subject: { id } });
  expect((await call(admin, `/api/shares/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await call(member, `/s/${token}`)).status).toBe(404);
});

test('who guesses tokens is told to wait', async () => {
  const stranger = openPlainBrowser();
  const statuses: number[] = [];
  for (let at = 0; at < 31; at += 1)
    statuses.push((await call(stranger, `/api/shares/${at}/artifact`)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
});
