import { afterEach, beforeEach, expect, test } from 'vitest';
import { VitrineError } from '#lib/core/errors.ts';
import { workspaceHostName, workspaceHostSettings } from '#lib/core/vocabulary/network/host-grant.ts';
import type { MeasuredTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import { answerRequest } from '#lib/operations/conversations/answer-request.ts';
import type { NetworkDecisions } from '#lib/runs/host-grants.ts';
import type { CommandRequest, Commands } from '#lib/workspace/commands.ts';
import { type ApprovalStage, ada, bob, lastResults, openApprovalStage } from '../support/approval-stage.ts';
import { originAt } from '../support/origin-at.ts';
import { scriptedModel } from '../support/scripted-model.ts';

let stage: ApprovalStage;
let started: CommandRequest[];
let approval: NetworkDecisions['approval'] | null;
let traffic: MeasuredTraffic[] | null;
beforeEach(async () => {
  stage = await openApprovalStage();
  started = [];
  approval = null;
  traffic = null;
});
afterEach(async () => await stage.close());

const run = (...hosts: string[]) => ({ name: 'run_and_display', input: { command: 'npm ci', hosts } });
const plain = { name: 'run_and_display', input: { command: 'true' } };

/** Commands that start nothing, and say which hosts they could have reached. */
const commands: Commands = {
  check: async () => commands.status(),
  status: () => ({ mode: 'bwrap', reason: null, memory: 'watched', memoryReason: null }),
  async run(request) {
    started.push(request);
    const end = Promise.resolve({ exitCode: 0, durationMs: 1, stoppedBy: null, traffic });
    return { output: nothing(), end };
  },
  openTerminal: () => Promise.reject(new Error('not expected')),
  startLines: () => Promise.reject(new Error('not expected')),
  async close() {},
};
async function* nothing(): AsyncGenerator<never> {}

function startWith(...steps: Parameters<typeof scriptedModel>[0]) {
  const model = scriptedModel(steps);
  const { readNetwork } = stage.services;
  const runner = stage.runnerFor(model, {
    commands,
    readNetwork: async (workspace) => {
      const decided = await readNetwork(workspace);
      return { ...decided, approval: approval ?? decided.approval };
    },
  });
  return { model, runner };
}
const reached = () => started.map(({ hosts }) => hosts);

test('a command that names no host asks nobody and has no network', async () => {
  const { runner } = startWith([plain]);
  await stage.submit(runner);
  await stage.finished();
  expect(await stage.requests()).toEqual([]);
  expect(reached()).toEqual([[]]);
});

test('a command that names hosts waits, with the hosts in their usual form, and reaches them once allowed', async () => {
  const { runner } = startWith([run('Registry.Example.ORG.', 'git.example.org:8443')]);
  await stage.submit(runner);
  await stage.waiting();
  expect(await stage.requests()).toMatchObject([
    {
      answeredBy: 'members',
      hosts: { asked: ['registry.example.org', 'git.example.org:8443'], allowed: [] },
    },
  ]);
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  expect(reached()).toEqual([['registry.example.org', 'git.example.org:8443']]);
});

test('a refusal reaches nothing', async () => {
  const { runner, model } = startWith([run('a.test')]);
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'rejected', reason: 'no', by: bob });
  await stage.finished();
  expect(started).toEqual([]);
  expect(lastResults(model)).toEqual(['Refused by Bob: no']);
});

test('hosts that are allowed for the conversation are reached by later commands, until somebody asks again', async () => {
  const { runner } = startWith([run('a.test')], [plain, run('a.test', 'b.test')]);
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, {
    decision: 'approved',
    hosts: 'conversation',
    by: bob,
  });
  await stage.waiting();
  expect((await stage.state()).allowedHosts).toMatchObject([
    { host: 'a.test', by: bob, answeredBy: 'members' },
  ]);
  expect((await stage.requests()).at(-1)?.hosts).toEqual({ asked: ['b.test'], allowed: ['a.test'] });
  expect(reached()).toEqual([['a.test'], ['a.test']]);
  await stage.services.threadActs.askAgain(stage.conversation.id, requestId, ada);
  expect((await stage.state()).allowedHosts).toEqual([]);
});

test('hosts of the workspace are reached by every command of it', async () => {
  const name = stage.services.workspaces.configured[0]?.name ?? '';
  const allowedAt = new Date().toISOString();
  await stage.services.stores.settings.change({
    ...workspaceHostSettings(name, [{ host: '*.example.org', by: ada, allowedAt }]),
    ...workspaceHostSettings(`${name} other`, [{ host: 'other.test', by: ada, allowedAt }]),
  });
  const { runner } = startWith([plain, run('registry.example.org')]);
  await stage.submit(runner);
  await stage.finished();
  expect(await stage.requests()).toEqual([]);
  expect(reached()).toEqual([['*.example.org'], ['*.example.org']]);
});

test('where the config file lets nobody ask, a call that names hosts does not run', async () => {
  approval = 'deny';
  const { runner, model } = startWith([run('a.test'), plain]);
  await stage.submit(runner);
  await stage.finished();
  expect(reached()).toEqual([[]]);
  expect(lastResults(model)[0]).toBe('Denied: this team does not let commands reach a.test. Do without it.');
});

test('where admins are asked, what a member allowed for the conversation does not count', async () => {
  const { runner } = startWith([run('a.test')], [run('a.test')]);
  await stage.submit(runner);
  await stage.waiting();
  const [first = ''] = await stage.requestIds();
  approval = 'ask_admins';
  await runner.answer(stage.conversation.id, first, { decision: 'approved', hosts: 'conversation', by: bob });
  await stage.waiting();
  expect((await stage.requests()).at(-1)).toMatchObject({
    answeredBy: 'admins',
    hosts: { asked: ['a.test'] },
  });
});

test.each([
  { hosts: ['127.0.0.1'] },
  { hosts: ['*.example.org'] },
  { hosts: ['https://example.org'] },
  { hosts: Array.from({ length: 21 }, (_, index) => `h${index}.test`) },
])('a call that names what is no host fails with a reason: $hosts.0', async ({ hosts }) => {
  const { runner, model } = startWith([run(...hosts)]);
  await stage.submit(runner);
  await stage.finished();
  expect(started).toEqual([]);
  expect(await stage.requests()).toEqual([]);
  expect(lastResults(model)[0]).toMatch(/hosts/);
});

test('what was reached, and who allowed it, is in the result, in the audit log, and not in what the model reads', async () => {
  traffic = [
    { host: 'a.test', port: 443, refusal: null, connections: 3, sentBytes: 10, receivedBytes: 2048 },
    { host: 'b.test', port: 443, refusal: 'not_allowed', connections: 1, sentBytes: 0, receivedBytes: 0 },
  ];
  const { runner, model } = startWith([run('a.test')]);
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  const { toolTelemetry } = (await stage.state()).toolCalls['call-0-0']?.result ?? {};
  expect(toolTelemetry?.traffic?.map(({ host, allowedBy }) => [host, allowedBy])).toEqual([
    ['a.test', bob],
    ['b.test', null],
  ]);
  const entries = await stage.services.stores.audit.list(
    { actions: ['network.used'], by: null, from: null, to: null },
    null,
    10,
  );
  expect(JSON.stringify(entries)).toContain(
    'a.test:443 3 connections, 2 KB, allowed by Bob; b.test:443 not allowed',
  );
  expect(lastResults(model)[0]).toContain('not reached: b.test:443 (not allowed)');
});

test('only an admin allows hosts for a workspace, and only an approval allows any', async () => {
  const { runner } = startWith([run('a.test')]);
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  const { services, conversation } = stage;
  const as = (role: 'member' | 'admin') => ({ ...services.localMember, role });
  const answer = (role: 'member' | 'admin', decision: 'approved' | 'rejected') =>
    answerRequest({ ...services, runner }, originAt(null), as(role), conversation, requestId, {
      decision,
      hosts: 'workspace',
    });
  await expect(answer('member', 'approved')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(answer('admin', 'rejected')).rejects.toBeInstanceOf(VitrineError);
  await answer('admin', 'approved');
  await stage.finished();
  const { hosts } = await services.readNetwork(conversation.workspace);
  expect(hosts).toMatchObject([{ host: 'a.test', by: { id: services.localMember.id } }]);
});

test('what was allowed elsewhere when somebody answered is not what they allowed: removed since, it is not reached', async () => {
  const name = stage.services.workspaces.configured[0]?.name ?? '';
  const { settings } = stage.services.stores;
  const allowedAt = new Date().toISOString();
  await settings.change(workspaceHostSettings(name, [{ host: 'a.test', by: ada, allowedAt }]));
  const { runner } = startWith([run('a.test', 'b.test')]);
  await stage.submit(runner);
  await stage.waiting();
  expect((await stage.requests())[0]?.hosts).toEqual({ asked: ['b.test'], allowed: ['a.test'] });
  await settings.change({ [workspaceHostName(name, 'a.test')]: null } as never);
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  expect(reached()).toEqual([['b.test']]);
});

test('an exact call that was allowed for good asks again for a host that is no longer allowed', async () => {
  const name = stage.services.workspaces.configured[0]?.name ?? '';
  const { settings } = stage.services.stores;
  const allowedAt = new Date().toISOString();
  await settings.change(workspaceHostSettings(name, [{ host: 'a.test', by: ada, allowedAt }]));
  stage.policy({ run_and_display: 'ask' });
  const { runner } = startWith([run('a.test')], [run('a.test')]);
  await stage.submit(runner);
  await stage.waiting();
  const [first = ''] = await stage.requestIds();
  await settings.change({ [workspaceHostName(name, 'a.test')]: null } as never);
  await runner.answer(stage.conversation.id, first, {
    decision: 'approved',
    always: 'conversation',
    by: bob,
  });
  await stage.waiting();
  expect((await stage.requests()).at(-1)?.hosts).toEqual({ asked: ['a.test'], allowed: [] });
  expect(reached()).toEqual([[]]);
});
