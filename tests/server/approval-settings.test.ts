import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveApprovals } from '#lib/core/vocabulary/tools/approval.ts';
import { type InvitedTeam, openInvitedTeam } from '../support/invited-team.ts';
import type { PlainBrowser } from '../support/plain-browser.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const configured = { '*': 'ask', read_file: 'auto', execute_code: 'deny' } as const;

function configPath(): string {
  const path = join(tempFolder(), 'vitrine.config.json');
  writeFileSync(
    path,
    JSON.stringify({ approvals: configured, mcpServers: { tickets: { command: 'tickets' } } }),
  );
  return path;
}

describe('in a team', () => {
  let team: InvitedTeam;
  let member: PlainBrowser;
  beforeAll(async () => {
    team = await openInvitedTeam({ environment: () => ({ VITRINE_CONFIG: configPath() }) });
    member = await team.join('Bob');
  });
  afterAll(async () => {
    await team?.close();
  });
  const change = (browser: PlainBrowser, body: object) =>
    team.call(browser, '/api/settings', { method: 'PATCH', body });
  const approvals = async () => (await team.call(member, '/api/settings')).body.approvals;
  const changes = async () => (await team.call(team.admin, '/api/audit?action=policy.changed')).body.entries;

  test('the policies are the config’s until an admin chooses otherwise, tool by tool', async () => {
    expect(await approvals()).toEqual(resolveApprovals({}, configured));
    expect((await change(member, { approvals: { read_file: 'deny' } })).status).toBe(403);
    expect((await change(team.admin, { approvals: { read_file: 'ask_admins' } })).status).toBe(204);
    expect(await approvals()).toEqual(resolveApprovals({ read_file: 'ask_admins' }, configured));
    const [latest] = await changes();
    expect(latest).toMatchObject({
      by: { name: 'Ada' },
      subject: { id: 'read_file' },
      detail: 'auto to ask_admins',
    });
  });

  test('the audit log has a line for each tool that changed, and none for what stays', async () => {
    const before = (await changes()).length;
    const chosen = { approvals: { edit_file: 'auto', create_file: 'deny', apply_patch: 'ask' } };
    expect((await change(team.admin, chosen)).status).toBe(204);
    const lines = await changes();
    const result = lines.slice(0, lines.length - before);
    expect(result.map(({ subject }: { subject: { id: string } }) => subject.id).sort()).toEqual([
      'create_file',
      'edit_file',
    ]);
  });

  test('whether the results of an MCP server are split is the admins’ choice, and is in the audit log', async () => {
    const splits = async () => (await team.call(member, '/api/settings')).body.serverSplits;
    expect(await splits()).toEqual({});
    expect((await change(member, { serverSplits: { tickets: true } })).status).toBe(403);
    expect((await change(team.admin, { serverSplits: { tickets: true } })).status).toBe(204);
    expect(await splits()).toEqual({ tickets: true });
    expect((await changes())[0]).toMatchObject({
      by: { name: 'Ada' },
      detail: 'splitting of results of tickets on',
    });
    expect(await change(team.admin, { serverSplits: { nowhere: true } })).toMatchObject({
      status: 404,
      body: { error: 'There is no MCP server called nowhere here' },
    });
    for (const serverSplits of [{ tickets: 'yes' }, { 'a b': true }, { __proto__x: null }, ['tickets']]) {
      expect((await change(team.admin, { serverSplits })).status, JSON.stringify(serverSplits)).toBe(400);
    }
    expect(await splits()).toEqual({ tickets: true });
  });

  test.each([
    { approvals: { bash: 'ask' } },
    { approvals: { '*': 'ask' } },
    { approvals: { read_file: 'always' } },
    { approvals: { read_file: null } },
    { approvals: { read_file: 'auto', grep_file: 'Ask' } },
    { approvals: ['ask'] },
    { approvals: 'ask' },
    { approvals: null },
    { 'approval.read_file': 'ask' },
  ])('a change that names no tool or no policy changes nothing: %j', async (body) => {
    const before = await approvals();
    expect(await change(team.admin, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: expect.any(String) },
    });
    expect(await approvals()).toEqual(before);
  });
});

describe('in local mode', () => {
  let server: VitrineServer;
  beforeAll(async () => {
    server = await startVitrine();
  });
  afterAll(async () => {
    await server?.end();
  });
  const change = (body: object) => server.request('/api/settings', { method: 'PATCH', body });

  test('the one person there is chooses, and of links there is nothing to choose', async () => {
    expect((await change({ approvals: { execute_code: 'ask' } })).status).toBe(204);
    const settings = await (await server.request('/api/settings')).json();
    expect(settings).toEqual({
      allowedCalls: [],
      allowedModels: null,
      defaultModel: null,
      lifetimeSeconds: 1_800,
      conversationDays: null,
      keptDays: null,
      auditDays: null,
      linkShares: true,
      serverApprovals: {},
      serverSplits: {},
      gatewayServers: {},
      widening: false,
      continuesRuns: false,
      readsInstructionFiles: true,
      teamInstructions: null,
      approvals: resolveApprovals({ execute_code: 'ask' }, {}),
      namesPeople: false,
      budgets: [],
    });
    expect((await change({ linkShares: false, approvals: { execute_code: 'auto' } })).status).toBe(409);
    expect(await (await server.request('/api/settings')).json()).toEqual(settings);
    const page = await (await server.request('/tools')).text();
    expect(page).toContain('Asks me first');
  });
});
