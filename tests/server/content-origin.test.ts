import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents } from '../support/conversations.ts';
import { type InvitedTeam, openInvitedTeam } from '../support/invited-team.ts';
import type { PlainBrowser } from '../support/plain-browser.ts';
import { rawRequest } from '../support/raw-request.ts';

describe('with an origin of its own for user content', () => {
  let team: InvitedTeam;
  let workspace: string;
  let bob: PlainBrowser;
  let artifacts: string[];

  beforeAll(async () => {
    workspace = mkdtempSync(join(tmpdir(), 'vitrine-workspace-'));
    writeFileSync(join(workspace, 'notes.txt'), 'one\n');
    writeFileSync(join(workspace, 'page.html'), '<script>top.wasRun = 1</script>');
    team = await openInvitedTeam({
      environment: (port) => ({
        VITRINE_WORKSPACES: workspace,
        VITRINE_CONTENT_URL: `http://localhost:${port}`,
      }),
    });
    bob = await team.join('Bob');
    const id = await createConversation(team.as(bob));
    for (const file of ['notes.txt', 'page.html']) await ask(team.as(bob), id, `show ${file}`);
    const calls = ofType(await readEvents(team.as(bob), id), 'tool.execution_complete');
    artifacts = calls.map(({ data }) => data.toolTelemetry.artifactId ?? '');
  });
  afterAll(async () => {
    await team?.close();
    rmSync(workspace, { recursive: true });
  });

  const pathOf = (at: number): string => `/api/artifacts/${artifacts[at]}`;
  const load = (browser: PlainBrowser, path: string, dest = 'image') =>
    team.call(browser, path, { headers: { 'Sec-Fetch-Dest': dest } });
  /** The path and query of the link that somebody is sent to. */
  async function linkOf(browser: PlainBrowser, path: string, dest?: string): Promise<string> {
    const { status, headers } = await load(browser, path, dest);
    const url = new URL(headers.get('location') ?? 'http://none');
    expect([status, url.hostname, headers.get('cache-control')]).toEqual([307, 'localhost', 'no-store']);
    return url.pathname + url.search;
  }
  const onContent = (path: string, method = 'GET', headers: Record<string, string> = {}) => {
    const { url } = team.servers[0] ?? { url: '' };
    return rawRequest(url, path, { method, headers: { Host: `localhost:${new URL(url).port}`, ...headers } });
  };

  test('what a browser loads comes from there, sandboxed, without a cookie; what a script reads from here', async () => {
    const link = await linkOf(bob, pathOf(0), 'document');
    const { status, text, headers } = await onContent(link);
    expect([status, text]).toEqual([200, 'one\n']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers['content-disposition']).toMatch(/^inline/);
    expect((await load(bob, pathOf(0), 'empty')).body).toBe('one\n');
    expect((await team.call(bob, pathOf(0))).body).toBe('one\n');
    expect((await load(bob, `${pathOf(0)}?format=metadata`)).status).toBe(200);
  });

  test('a file to keep is one, and no page is a page', async () => {
    const { headers } = await onContent(await linkOf(bob, `${pathOf(0)}?download=1`, 'empty'));
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''notes.txt");
    // Whatever it is: a page is shown as the text of one.
    const page = await onContent(await linkOf(bob, pathOf(1), 'document'));
    expect(page.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  test('a link is good for its artifact, its member and its time, as it was signed', async () => {
    const link = await linkOf(bob, pathOf(0));
    const change = (name: string, value: string) => {
      const url = new URL(link, 'http://x');
      url.searchParams.set(name, value);
      return url.pathname + url.search;
    };
    const wrong = [
      link.replace(artifacts[0] ?? '', artifacts[1] ?? ''),
      link.replace(artifacts[0] ?? '', `art_${'a'.repeat(26)}`),
      change('until', String(Date.now() + 3_600_000)),
      change('until', '1'),
      change('for', 'mem_x'),
      change('as', 'file'),
      change('signature', 'A'.repeat(43)),
      change('signature', ''),
      change('signature', 'ü'),
      `${link}&for=x`,
      `${link}&more=1`,
      link.slice(0, link.indexOf('?')),
      '/api/content/x',
    ];
    for (const path of wrong) {
      const { status, text } = await onContent(path);
      expect([status, JSON.parse(text)], path).toEqual([404, { error: 'Not found', code: 'not_found' }]);
    }
    expect((await onContent(link)).status).toBe(200);
    expect((await onContent(link, 'HEAD')).status).toBe(200);
  });

  test('nothing else is there: no page, no file of the app, no other route, no write', async () => {
    const { Cookie } = { Cookie: `vt_s=${bob.cookies.get('vt_s')}` };
    for (const path of [
      '/',
      '/sign-in',
      '/c/x',
      '/icon.svg',
      '/_next/static/x.js',
      '/api/health',
      pathOf(0),
    ]) {
      const { status, headers } = await onContent(path, 'GET', { Cookie });
      expect([status, headers['set-cookie']], path).toEqual([404, undefined]);
    }
    for (const path of ['/api/auth/join', '/api/conversations', await linkOf(bob, pathOf(0))])
      expect((await onContent(path, 'POST', { Cookie })).status).toBe(404);
  });

  test('and a link is good nowhere else', async () => {
    const link = await linkOf(bob, pathOf(0));
    expect((await team.call(bob, link)).status).toBe(404);
  });

  test('the pages may show images of it, and of no other', async () => {
    const { headers } = await team.call(bob, '/');
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    const { port } = new URL(team.servers[0]?.url ?? '');
    expect(policy).toContain(`img-src 'self' blob: data: http://localhost:${port}`);
    expect(policy).toContain("connect-src 'self'");
  });

  test('a share’s copy comes from there too, until it is revoked; who is removed is out', async () => {
    const created = await team.call(bob, `${pathOf(0)}/shares`, {
      method: 'POST',
      body: { audience: 'team' },
    });
    const path = `/api/shares/${created.body.token}/artifact`;
    const [shared, own] = [await linkOf(team.admin, path), await linkOf(bob, pathOf(0))];
    expect((await onContent(shared)).text).toBe('one\n');
    await team.call(bob, `/api/shares/${created.body.id}`, { method: 'DELETE' });
    expect((await onContent(shared)).status).toBe(404);
    expect((await onContent(own)).status).toBe(200);
    const { members } = (await team.call(team.admin, '/api/members')).body;
    const id = members.find((one: { name: string }) => one.name === 'Bob').id;
    await team.call(team.admin, `/api/members/${id}`, { method: 'DELETE' });
    expect((await onContent(own)).status).toBe(404);
  });
});
