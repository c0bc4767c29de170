import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addedServerSetting } from '#lib/core/vocabulary/tools/added-server.ts';
import { checkPolicy } from '#lib/operations/artifacts/check-policy.ts';
import { removeMcpServer } from '#lib/operations/team/add-mcp-server.ts';
import { changeTeamSettings } from '#lib/operations/team/change-team-settings.ts';
import { readMcpServerViews } from '#lib/operations/team/read-mcp-server-views.ts';
import { readTeamSettings } from '#lib/operations/team/read-team-settings.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const program = join(import.meta.dirname, '..', 'fixtures', 'mcp', 'hostile-server.mjs');
const origin = {
  address: null,
  siteUrl: 'http://127.0.0.1',
  signal: new AbortController().signal,
  tokenName: null,
};
const tool = 'mcp__one__twice';

async function stageWith(approvals: object) {
  const config = join(tempFolder(), 'vitrine.config.json');
  const one = { command: process.execPath, args: [program], sandbox: false };
  writeFileSync(config, JSON.stringify({ mcpServers: { one }, approvals }));
  const stage = await startRunStage(
    ({ body }) => {
      const last = (body.messages as { role: string }[]).at(-1);
      return last?.role === 'tool' ? { text: 'done' } : { toolCalls: [{ name: tool, arguments: {} }] };
    },
    { environment: { VITRINE_CONFIG: config } },
  );
  const { services } = stage;
  const choose = (policies: Record<string, 'auto' | 'ask' | 'ask_admins' | 'deny'>) =>
    changeTeamSettings(services, origin, services.localMember, { serverApprovals: policies });
  const outcomes = async () =>
    (await stage.events()).flatMap((event) => (event.type === 'tool.execution_complete' ? [event.data] : []));
  return { ...stage, choose, outcomes };
}

test('an admin chooses the policy of one tool of a server, which comes before the config file', async () => {
  const { services, choose, ask, outcomes } = await stageWith({ 'mcp__one__*': 'auto' });
  await ask('go');
  await choose({ [tool]: 'deny' });
  await ask('again');
  expect((await outcomes()).map(({ resultType }) => resultType)).toEqual(['success', 'denied']);
  const [view] = await readMcpServerViews(services, services.localMember);
  expect(view?.tools.find(({ name }) => name === tool)?.policy).toBe('deny');
  expect(view?.tools.find(({ name }) => name === 'mcp__one__fails')?.policy).toBe('auto');
  const settings = await readTeamSettings(services, services.localMember);
  expect(settings.serverApprovals).toEqual({ [tool]: 'deny' });
  expect(Object.keys(settings.approvals)).not.toContain(tool);
  const entries = await services.stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 10);
  expect(JSON.stringify(entries)).toContain('as configured to deny');
});

test('whoever runs a call of a server again needs what the agent’s call would', async () => {
  const { services, choose } = await stageWith({ 'mcp__one__*': 'ask_admins' });
  const member = { ...services.localMember, id: 'mem_x', role: 'member' as const };
  await expect(checkPolicy(services, member, tool, 'project')).rejects.toMatchObject({ code: 'forbidden' });
  await checkPolicy(services, services.localMember, tool, 'project');
  await choose({ [tool]: 'deny' });
  await expect(checkPolicy(services, services.localMember, tool, 'project')).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('a tool of a server that is not there has none, and what was chosen goes with the server', async () => {
  const { services, choose } = await stageWith({});
  await expect(choose({ mcp__absent__read: 'auto' })).rejects.toMatchObject({ code: 'not_found' });
  const added = {
    ...{ url: 'http://127.0.0.1:9/mcp', command: null, workspace: null },
    ...{ by: { id: 'local', name: 'me' }, addedAt: '2026-03-01T12:00:00.000Z' },
  };
  await services.stores.settings.change(addedServerSetting('desk', added));
  await choose({ mcp__desk__open: 'auto' });
  await removeMcpServer({ services, origin, member: services.localMember }, 'desk');
  expect((await readTeamSettings(services, services.localMember)).serverApprovals).toEqual({});
});
