import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents } from '../support/conversations.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`);

let workspace: string;
let server: VitrineServer;
let id: string;
let artifactId: string;

beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'vitrine-workspace-'));
  writeFileSync(join(workspace, 'notes.txt'), `${lines.join('\n')}\n`);
  server = await startVitrine({ workspace });
  id = await createConversation(server);
  await ask(server, id, 'read notes.txt');
  artifactId =
    ofType(await readEvents(server, id), 'tool.execution_complete')[0]?.data.toolTelemetry.artifactId ?? '';
});
afterAll(async () => {
  await server.end();
  rmSync(workspace, { recursive: true });
});

const share = async (body: object) => {
  const response = await server.request(`/api/artifacts/${artifactId}/shares`, { method: 'POST', body });
  return { status: response.status, ...(await response.json()) };
};

describe('before a share', () => {
  const secretsOf = async (query: string, of = artifactId) => {
    const response = await server.request(`/api/artifacts/${of}/secrets${query}`);
    return { status: response.status, ...(await response.json()) };
  };

  test('what may be secret in it is reported, or in its lines', async () => {
    writeFileSync(join(workspace, 'settings.txt'), `${lines.join('\n')}\nredis://:hunter2@cache\n`);
    const other = await createConversation(server);
    await ask(server, other, 'read settings.txt');
    const [event] = ofType(await readEvents(server, other), 'tool.execution_complete');
    const source = event?.data.toolTelemetry.artifactId ?? '';
    expect(await secretsOf('', source)).toMatchObject({
      status: 200,
      kinds: [{ kind: 'password', line: 301, count: 1 }],
      isCut: false,
    });
    expect(await secretsOf('?lines=L1-L300', source)).toMatchObject({ status: 200, kinds: [] });
  });

  test('lines that are not there, and artifacts, are refused as a share of them is', async () => {
    expect(await secretsOf('?lines=L301')).toMatchObject({ status: 400, code: 'invalid_lines' });
    expect(await secretsOf('?line=1')).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await secretsOf('', `art_${'a'.repeat(26)}`)).toMatchObject({ status: 404, code: 'not_found' });
  });
});

/** As the page's script asks for it. */
const view = async (token: string) =>
  (await server.request(`/api/shares/${token}/views`, { method: 'POST' })).status;

describe('a share', () => {
  test('is a frozen copy behind a token of 192 bits, without a word of the conversation', async () => {
    const { status, token, url, id: shareId } = await share({ audience: 'link' });
    expect(status).toBe(201);
    expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(url).toBe(`${server.url}/s/${token}`);
    const response = await server.request(`/api/shares/${token}/artifact`);
    expect(await response.text()).toBe(`${lines.join('\n')}\n`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { metadata } = await (await server.request(`/api/shares/${token}/artifact?format=metadata`)).json();
    expect(metadata).not.toHaveProperty('conversationId');
    expect(metadata).not.toHaveProperty('runId');
    expect(metadata.id).toBe(shareId);
    const page = await server.request(`/s/${token}`);
    expect([page.status, page.headers.get('referrer-policy'), page.headers.get('x-robots-tag')]).toEqual([
      200,
      'no-referrer',
      'noindex',
    ]);
    expect(await page.text()).not.toContain(id);
  });

  test('outlives its conversation, and tells its views', async () => {
    const other = await createConversation(server);
    await ask(server, other, 'read notes.txt');
    const source = ofType(await readEvents(server, other), 'tool.execution_complete')[0]?.data.toolTelemetry
      .artifactId;
    const response = await server.request(`/api/artifacts/${source}/shares`, {
      method: 'POST',
      body: { audience: 'team' },
    });
    const { token, id: shareId } = await response.json();
    await server.request(`/api/conversations/${other}`, { method: 'DELETE' });
    expect((await server.request(`/s/${token}`)).status).toBe(200);
    for (let at = 0; at < 2; at += 1) expect(await view(token)).toBe(200);
    const { shares } = await (await server.request('/api/shares')).json();
    const found = shares.find((one: { id: string }) => one.id === shareId);
    expect(found).toMatchObject({
      audience: 'team',
      lines: null,
      title: 'notes.txt',
      views: 2,
      lastViewedAt: expect.any(String),
    });
    expect(JSON.stringify(shares)).not.toContain(token);
  });

  test('of lines holds those lines and their numbers, and not what the model saw', async () => {
    const { token } = await share({ audience: 'link', lines: 'L40-L42' });
    const base = `/api/shares/${token}/artifact`;
    expect(await (await server.request(base)).text()).toBe('line 40\nline 41\nline 42\n');
    const { data, metadata } = await (await server.request(`${base}?format=json&lines=1-100`)).json();
    expect(data).toMatchObject({ lines: ['line 40', 'line 41', 'line 42'], total: 3 });
    expect(metadata).toMatchObject({ lineCount: 3, firstLine: 40, byteLength: 24 });
    expect((await server.request(`${base}?view=assistant`)).status).toBe(404);
  });

  test('ends at once when it is revoked, by ID or by token', async () => {
    for (const by of ['id', 'token'] as const) {
      const created = await share({ audience: 'link' });
      expect((await server.request(`/api/shares/${created[by]}`, { method: 'DELETE' })).status).toBe(204);
      expect((await server.request(`/api/shares/${created.token}/artifact`)).status).toBe(404);
      expect((await server.request(`/s/${created.token}`)).status).toBe(404);
      expect((await server.request(`/api/shares/${created[by]}`, { method: 'DELETE' })).status).toBe(404);
    }
  });

  test('with a limit opens so often, and its lines are read once it was opened', async () => {
    const { token, id: shareId } = await share({ audience: 'link', maxViews: 2 });
    const base = `/api/shares/${token}/artifact`;
    const status = async (path: string) => (await server.request(path)).status;
    expect(await status(base)).toBe(404);
    expect([await view(token), await status(base), await status(`/s/${token}`)]).toEqual([200, 200, 200]);
    expect([await view(token), await view(token), await status(base)]).toEqual([200, 404, 200]);
    expect(await status(`/s/${token}`)).toBe(404);
    const { shares } = await (await server.request('/api/shares')).json();
    expect(shares.find((one: { id: string }) => one.id === shareId)).toMatchObject({ views: 2, maxViews: 2 });
  });

  test('with a limit loses no view to what only looks at its link, and tells that nothing', async () => {
    const { token, id: shareId } = await share({ audience: 'link', maxViews: 1 });
    const looks: [method: string, headers: Record<string, string>][] = [
      ['HEAD', {}],
      ['GET', { 'User-Agent': 'Slackbot-LinkExpanding 1.0' }],
      ['GET', { 'Sec-Purpose': 'prefetch;prerender', Purpose: 'prefetch' }],
      ['GET', {}],
    ];
    for (const [method, headers] of looks) {
      const page = await server.request(`/s/${token}`, { method, headers });
      expect(page.status).toBe(200);
      expect(await page.text()).not.toContain('notes.txt');
    }
    for (const method of ['GET', 'HEAD'])
      expect((await server.request(`/api/shares/${token}/views`, { method })).status).toBe(405);
    const { shares } = await (await server.request('/api/shares')).json();
    expect(shares.find((one: { id: string }) => one.id === shareId)).toMatchObject({ views: 0 });
    const opened = await server.request(`/api/shares/${token}/views`, { method: 'POST' });
    const { metadata, share: result } = await opened.json();
    expect([metadata.title, metadata.conversationId, result.artifactId]).toEqual(['notes.txt', '', '']);
  });

  test('says nothing of itself to whoever asks for less than it', async () => {
    const missing = `/api/shares/${'a'.repeat(32)}/artifact`;
    const { token } = await share({ audience: 'link' });
    const report = async (path: string, method: string) => {
      const response = await server.request(path, { method });
      const { 'content-type': type, 'content-length': length, allow } = Object.fromEntries(response.headers);
      return { status: response.status, type, length, allow };
    };
    expect((await report(missing, 'HEAD')).status).toBe(404);
    expect(await report(missing, 'OPTIONS')).toEqual(
      await report(`/api/shares/${token}/artifact`, 'OPTIONS'),
    );
  });

  test('and every page is sent with the whole header set', async () => {
    const { token } = await share({ audience: 'link' });
    for (const path of ['/', '/shares', `/s/${token}`, '/s/x', '/nothing']) {
      const { headers } = await server.request(path);
      expect(headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'nonce-.+'/);
      expect(Object.fromEntries(headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
        'referrer-policy': path.startsWith('/s/') ? 'no-referrer' : 'same-origin',
      });
      expect(headers.has('strict-transport-security'), path).toBe(false);
    }
    for (const path of ['/api/shares', '/api/shares/x/artifact', '/api/health'])
      expect(Object.fromEntries((await server.request(path)).headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
  });

  test.each(['x', 'a'.repeat(32), 'shr_aaaaaaaaaaaaaaaaaaaaaaaaaa', '%00', 'a'.repeat(500)])(
    'that is not there (%s) is the same true 404 as one that ended',
    async (token) => {
      const response = await server.request(`/api/shares/${token}/artifact`);
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: 'Not found', code: 'not_found' },
      ]);
      expect((await server.request(`/s/${token}`)).status).toBe(404);
    },
  );

  test.each([
    { audience: 'everybody' },
    { audience: 'link', expiresInSeconds: 60 },
    { audience: 'link', expiresInSeconds: 100 * 24 * 3_600 },
    { audience: 'link', title: 'x' },
    { audience: 'link', maxViews: 0 },
    { audience: 'link', maxViews: 10_001 },
    { audience: 'link', lines: 'L5-L2' },
    { audience: 'link', lines: 'L301' },
    { audience: 'link', lines: 'all' },
    {},
  ])('asked for badly (%j) is 400', async (body) => {
    expect((await share(body)).status).toBe(400);
  });
});

describe('savings', () => {
  test('are the sums of the calls, each of which the log shows', async () => {
    const other = await startVitrine({ workspace });
    try {
      const conversation = await createConversation(other);
      for (const text of ['show notes.txt', 'read notes.txt', 'find line', 'read nothing.txt'])
        await ask(other, conversation, text);
      const completes = ofType(await readEvents(other, conversation), 'tool.execution_complete');
      const read = completes[1]?.data.toolTelemetry.artifactId;
      await ask(other, conversation, `recall ${read} 100-101`);
      const report = await (await other.request('/api/savings')).json();
      const counted = completes.map((event) => event.data.toolTelemetry);
      const sum = (pick: (telemetry: (typeof counted)[number]) => number) =>
        counted
          .filter((telemetry) => telemetry.fullTokens !== null)
          .reduce((total, telemetry) => total + pick(telemetry), 0);
      const withheld = sum((telemetry) => (telemetry.fullTokens ?? 0) - telemetry.sentTokens);
      expect(withheld).toBeGreaterThan(1_000);
      expect(report.totals).toMatchObject({
        calls: 5,
        failedCalls: 1,
        recalls: 1,
        withheldTokens: withheld,
        avoidedTokens: withheld,
        netMicrodollars: null,
      });
      const groups = Object.fromEntries(report.groups.map((group: { key: string }) => [group.key, group]));
      expect(groups.read_file).toMatchObject({ calls: 2, failedCalls: 1, recalls: 1 });
      expect(groups.recall_output).toMatchObject({ calls: 1, withheldTokens: 0, recalls: 0 });
      expect(await (await other.request('/api/savings?to=2020-01-01')).json()).toMatchObject({
        totals: { calls: 0 },
        groups: [],
      });
      // Kept when the conversation goes.
      await other.request(`/api/conversations/${conversation}`, { method: 'DELETE' });
      expect((await (await other.request('/api/savings?groupBy=day')).json()).totals.calls).toBe(5);
    } finally {
      await other.end();
    }
  });
});
