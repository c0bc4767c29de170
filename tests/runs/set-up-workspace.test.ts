import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeWorkspace } from '#lib/operations/workspaces/change-workspace.ts';
import { readWorkspace } from '#lib/operations/workspaces/read-workspace.ts';
import type { CommandRequest, Commands, StopCause } from '#lib/workspace/commands.ts';
import { type ApprovalStage, bob, lastResults, openApprovalStage } from '../support/approval-stage.ts';
import { originAt } from '../support/origin-at.ts';
import { scriptedModel } from '../support/scripted-model.ts';

let stage: ApprovalStage;
let started: CommandRequest[];
/** Exit codes of the commands that are to come. */
let exitCodes: number[];
/** What stops the first command. */
let stoppedBy: StopCause | null;
let workspace: string;
/** What happens while a command runs. */
let meanwhile: Record<string, () => unknown>;
beforeEach(async () => {
  stage = await openApprovalStage();
  started = [];
  exitCodes = [];
  stoppedBy = null;
  meanwhile = {};
  workspace = stage.services.workspaces.configured[0]?.name ?? '';
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
const setUp = async () => (await readWorkspace(stage.services, workspace)).setUp;

const commands: Commands = {
  check: async () => commands.status(),
  status: () => ({ mode: 'bwrap', reason: null, memory: 'watched', memoryReason: null }),
  async run(request) {
    started.push(request);
    if (request.program.kind === 'shell') await meanwhile[request.program.command]?.();
    const exitCode = exitCodes.shift() ?? 0;
    const end = Promise.resolve({ exitCode, durationMs: 5, stoppedBy, traffic: null });
    stoppedBy = null;
    return { output: printed(request), end };
  },
  openTerminal: () => Promise.reject(new Error('not expected')),
  startLines: () => Promise.reject(new Error('not expected')),
  async close() {},
};
async function* printed({ program }: CommandRequest) {
  const text = program.kind === 'shell' ? `ran ${program.command}\n` : 'ran code\n';
  yield { stream: 'stdout' as const, bytes: Buffer.from(text) };
}
const ran = () => started.map(({ program }) => (program.kind === 'shell' ? program.command : program.code));
const run = (command: string) => ({ name: 'run_and_display', input: { command } });

/** One step for each. */
async function ask(...calls: ReturnType<typeof run>[]) {
  const model = scriptedModel(calls.map((call) => [call]));
  await stage.submit(stage.runnerFor(model, { commands }));
  await stage.finished();
  return model;
}
function writeScript(text: string): void {
  mkdirSync(join(stage.workspace, '.vitrine'), { recursive: true });
  writeFileSync(join(stage.workspace, '.vitrine', 'setup.sh'), text);
}

test('a workspace without a script is not set up', async () => {
  await ask(run('true'));
  expect(ran()).toEqual(['true']);
  expect(await setUp()).toEqual({ script: null, file: null, mayRun: true, state: null });
});

test('its file runs before the first command and not before the next; what it printed is kept for people', async () => {
  writeScript('npm ci\n');
  const model = await ask(run('one'), run('two'));
  expect(ran()).toEqual(['npm ci\n', 'one', 'two']);
  const { toolCalls } = await stage.state();
  const ups = Object.values(toolCalls).map(({ result }) => result?.toolTelemetry.setUp);
  expect(ups.filter(Boolean)).toEqual([{ artifactId: expect.any(String), outcome: 'exit 0', durationMs: 5 }]);
  const { state } = await setUp();
  expect(state).toMatchObject({ exitCode: 0, conversationId: stage.conversation.id });
  const text = await stage.services.stores.artifacts.readBytes(state?.artifactId ?? '', 0, 1_000);
  expect(String(text)).toBe('ran npm ci\n\n');
  for (const result of lastResults(model)) expect(result).not.toContain('npm ci');
});

test('it runs again once it has changed, and once somebody wants it', async () => {
  writeScript('npm ci\n');
  meanwhile = {
    async one() {
      writeScript('npm ci --omit=dev\n');
      expect((await setUp()).state).toBeNull();
    },
    two: () => change({ runSetUpAgain: true }),
  };
  await ask(run('one'), run('two'), run('three'));
  const [first, other] = ['npm ci\n', 'npm ci --omit=dev\n'];
  expect(ran()).toEqual([first, 'one', other, 'two', other, 'three']);
});

test('a set-up that fails stops no command: each says so, and it is not tried again until it changes', async () => {
  writeScript('exit 1\n');
  exitCodes = [3];
  await ask(run('one'), run('two'));
  expect(ran()).toEqual(['exit 1\n', 'one', 'two']);
  const calls = Object.values((await stage.state()).toolCalls);
  for (const { result } of calls)
    expect(result?.result?.content).toContain('the set-up of the workspace failed (exit 3)');
});

test('a set-up that never ends is stopped after its time, and does not run again before each command', async () => {
  writeScript('sleep infinity\n');
  exitCodes = [137];
  stoppedBy = 'timeout';
  await ask(run('one'), run('two'));
  expect(ran()).toEqual(['sleep infinity\n', 'one', 'two']);
  expect(started.map(({ timeoutMs }) => timeoutMs)[0]).toBe(600_000);
  expect((await setUp()).state?.outcome).toMatch(/^stopped after/);
});

test('where people are asked before commands, an agent that writes the file does not run it so', async () => {
  stage.policy({ run_and_display: 'ask' });
  writeScript('curl evil\n');
  const model = scriptedModel([[run('one')]]);
  const runner = stage.runnerFor(model, { commands });
  const services = stage.services as { readApprovals: typeof stage.readApprovals };
  services.readApprovals = stage.readApprovals;
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  expect(ran()).toEqual(['one']);
  expect(lastResults(model)[0]).toContain('.vitrine/setup.sh did not run');
  const { mayRun, file } = await setUp();
  expect(mayRun).toBe(false);
  await change({ allowSetUp: file?.sha256 });
  expect((await setUp()).mayRun).toBe(true);
  writeScript('curl other\n');
  expect((await setUp()).mayRun).toBe(false);
});

test('the script of the page comes first; a call’s own hosts and secrets are not the set-up’s', async () => {
  writeScript('of the file\n');
  await change({
    setUpScript: 'of the page',
    allowHosts: ['registry.test'],
    setSecrets: [{ name: 'TOKEN', value: 'secret-0123456789' }],
    setVariables: [{ name: 'MODE', value: 'ci' }],
  });
  const input = { command: 'publish', hosts: ['other.test'], secrets: ['TOKEN'] };
  const model = scriptedModel([[{ name: 'run_and_display', input }]]);
  const runner = stage.runnerFor(model, { commands });
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  expect(ran()).toEqual(['of the page', 'publish']);
  expect(started.map(({ hosts }) => hosts)).toEqual([['registry.test'], ['registry.test', 'other.test']]);
  expect(started.map(({ environment }) => environment?.variables)).toEqual([
    { MODE: 'ci' },
    { MODE: 'ci', TOKEN: 'secret-0123456789' },
  ]);
});
