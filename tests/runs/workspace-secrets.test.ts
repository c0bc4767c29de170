import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeWorkspace } from '#lib/operations/workspaces/change-workspace.ts';
import { readWorkspace } from '#lib/operations/workspaces/read-workspace.ts';
import type { CommandRequest, Commands } from '#lib/workspace/commands.ts';
import { type ApprovalStage, bob, lastResults, openApprovalStage } from '../support/approval-stage.ts';
import { originAt } from '../support/origin-at.ts';
import { scriptedModel } from '../support/scripted-model.ts';

const value = 'npm_AbCdEfGh0123456789xyz';
let stage: ApprovalStage;
let started: CommandRequest[];
let workspace: string;
beforeEach(async () => {
  stage = await openApprovalStage();
  started = [];
  workspace = stage.services.workspaces.configured[0]?.name ?? '';
  await change({ setSecrets: [{ name: 'NPM_TOKEN', value }] });
});
afterEach(async () => await stage.close());

const change = (wanted: Parameters<typeof changeWorkspace>[2]) => {
  const { services } = stage;
  return changeWorkspace(
    { origin: originAt(null), member: services.localMember, services },
    workspace,
    wanted,
  );
};

/** A command that prints the secret, whole and in two parts, whoever started it. */
const commands: Commands = {
  check: async () => commands.status(),
  status: () => ({ mode: 'bwrap', reason: null, memory: 'watched', memoryReason: null }),
  async run(request) {
    started.push(request);
    const end = Promise.resolve({ exitCode: 0, durationMs: 1, stoppedBy: null, traffic: null });
    return { output: printed(), end };
  },
  openTerminal: () => Promise.reject(new Error('not expected')),
  startLines: () => Promise.reject(new Error('not expected')),
  async close() {},
};
async function* printed() {
  for (const text of [
    `all ${value.slice(0, 9)}`,
    `${value.slice(9)} of it\n`,
    `${value.slice(0, 12)}\n${value.slice(12)}\n`,
  ])
    yield { stream: 'stdout' as const, bytes: Buffer.from(text) };
}

const code = (secrets: string[]) => ({
  name: 'execute_code',
  input: { language: 'node', code: 'publish()', secrets },
});

function startWith(...calls: ReturnType<typeof code>[]) {
  const model = scriptedModel([calls]);
  return { model, runner: stage.runnerFor(model, { commands }) };
}

test('a call that names a secret waits, gets it as a variable once allowed, and nobody sees it in what is printed', async () => {
  const { model, runner } = startWith(code(['NPM_TOKEN']));
  await stage.submit(runner);
  await stage.waiting();
  expect(await stage.requests()).toMatchObject([{ answeredBy: 'members', secrets: ['NPM_TOKEN'] }]);
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  expect(started.map(({ environment }) => environment?.variables)).toEqual([{ NPM_TOKEN: value }]);
  const artifactId = (await stage.state()).toolCalls['call-0-0']?.result?.toolTelemetry.artifactId ?? '';
  const shown = String(await stage.services.stores.artifacts.readBytes(artifactId, 0, 10_000));
  expect(shown).toBe('all [secret NPM_TOKEN] of it\n[secret NPM_TOKEN]\n[secret NPM_TOKEN]\n');
  for (const text of [...lastResults(model), JSON.stringify(await stage.events())])
    expect(text).not.toContain(value.slice(0, 10));
});

test('a call that names none gets none, and what it prints of one is masked too', async () => {
  const { model, runner } = startWith(code([]));
  await stage.submit(runner);
  await stage.finished();
  expect(await stage.requests()).toEqual([]);
  expect(started.map(({ environment }) => environment?.variables)).toEqual([{}]);
  expect(lastResults(model)[0]).not.toContain(value);
});

test('a secret that the workspace does not have asks nobody: the model reads which there are', async () => {
  const { model, runner } = startWith(code(['AWS_KEY']));
  await stage.submit(runner);
  await stage.finished();
  expect(started).toEqual([]);
  expect(await stage.requests()).toEqual([]);
  expect(lastResults(model)).toEqual(['Not run: this workspace has no secret AWS_KEY. It has: NPM_TOKEN.']);
});

test('a refusal gives nothing', async () => {
  const { runner } = startWith(code(['NPM_TOKEN']));
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'rejected', by: bob });
  await stage.finished();
  expect(started).toEqual([]);
});

test('its value is nowhere in the store, the answers or the audit log; removed, it is gone', async () => {
  const { stores } = stage.services;
  const audited = await stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 50);
  const everything = [await stores.settings.get(), await readWorkspace(stage.services, workspace), audited];
  expect(JSON.stringify(everything)).not.toContain(value);
  expect(JSON.stringify(audited)).toContain('secret NPM_TOKEN set');
  expect(await stage.services.readSecrets(workspace)).toEqual([{ name: 'NPM_TOKEN', value }]);
  expect(await stage.services.readSecrets(`${workspace} other`)).toEqual([]);
  await change({ removeSecrets: ['NPM_TOKEN'] });
  expect(await stage.services.readSecrets(workspace)).toEqual([]);
});

test('a value that is moved to another workspace, or another name, is not opened', async () => {
  const { stores } = stage.services;
  const stored = (await stores.settings.get())[`secret.${workspace} NPM_TOKEN`];
  await stores.settings.change({
    [`secret.${workspace} OTHER`]: stored,
    'secret.elsewhere NPM_TOKEN': stored,
  } as Parameters<typeof stores.settings.change>[0]);
  expect(await stage.services.readSecrets('elsewhere')).toEqual([]);
  expect((await stage.services.readSecrets(workspace)).map(({ name }) => name)).toEqual(['NPM_TOKEN']);
});
