import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../lib/config.ts';
import type { Approvals, ChosenApprovals } from '../../lib/core/approval.ts';
import { resolveApprovals } from '../../lib/core/approval.ts';
import type { Conversation } from '../../lib/core/conversation.ts';
import { standstillOf } from '../../lib/core/permissions.ts';
import { readLog, stateFromLog } from '../../lib/runs/conversation-log.ts';
import { createConversation } from '../../lib/runs/create-conversation.ts';
import { createRunner, type Runner } from '../../lib/runs/runner.ts';
import { createServices, type Services } from '../../lib/services.ts';
import { tools } from '../../lib/tools/tools.ts';
import { until } from '../support/conversations.ts';
import { type ScriptedCall, scriptedModel } from '../support/scripted-model.ts';

let folder: string;
let workspace: string;
let services: Services;
let conversation: Conversation;
let approvals: Approvals;
const errors: unknown[] = [];
const bob = { id: 'mem_bob', name: 'Bob' };
const ada = { id: 'mem_ada', name: 'Ada' };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-approvals-'));
  workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'notes.txt'), 'one\n');
  const environment = {
    VITRINE_DATA_DIR: join(folder, 'data'),
    VITRINE_WORKSPACES: workspace,
    LOG_LEVEL: 'silent',
  };
  services = createServices(readConfig(environment));
  conversation = await createConversation(services, services.localMember, {});
});
afterEach(async () => {
  await services.shutDown();
  rmSync(folder, { recursive: true });
  expect(errors.splice(0)).toEqual([]);
});

const policy = (chosen: ChosenApprovals) => {
  approvals = resolveApprovals(chosen, {});
};

function runnerFor(model: ReturnType<typeof scriptedModel>): Runner {
  return createRunner({
    ...services,
    isTeam: true,
    tools,
    model: { id: 'scripted', isOffline: false, hasVision: false, languageModel: model.model },
    readApprovals: async () => approvals,
    splitOf: () => ({ level: 'balanced', budgetTokens: null }),
    artifactTtlSeconds: 60,
    knownSecrets: [],
    workspaceOf: async () => services.workspaces.configured[0] ?? null,
    readMediaTitle: async () => null,
    onStorageFailure: (error) => errors.push(error),
    onSplitFault: (error) => errors.push(error),
    onError: (error) => errors.push(error),
  });
}

const create = (path: string): ScriptedCall => ({ name: 'create_file', input: { path, content: 'made\n' } });
const read: ScriptedCall = { name: 'read_file', input: { path: 'notes.txt' } };
const made = (path: string) => existsSync(join(workspace, path));
const state = () => stateFromLog(services.stores.events, conversation.id);
const events = () => readLog(services.stores.events, conversation.id);
const submit = (runner: Runner, text = 'go', interrupt = false) =>
  runner.submit(conversation, { text, author: ada, given: [], interrupt });
const waiting = () => until('the run to wait', async () => standstillOf(await state()) === 'people');
const finished = (runs = 1) =>
  until('the end', async () => {
    const ends = (await events()).filter((event) => event.type === 'run.finished');
    return ends.length >= runs;
  });
const requests = async () =>
  (await events()).flatMap((event) => (event.type === 'permission.requested' ? [event.data] : []));
const requestIds = async () => (await requests()).map(({ requestId }) => requestId);
const outcomes = async () =>
  (await events()).flatMap((event) => (event.type === 'run.finished' ? [event.data.outcome] : []));

/** All that the model was sent last of its tools, in order. */
const lastResults = ({ prompts }: ReturnType<typeof scriptedModel>) =>
  (prompts.at(-1) ?? []).flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) =>
          part.type === 'tool-result' && part.output.type === 'text' ? [part.output.value] : [],
        )
      : [],
  );

test('a call that asks waits while the rest of its step runs; allowed, it runs and the model reads both in their order', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt'), read]]);
  const runner = runnerFor(model);
  await submit(runner);
  await waiting();
  expect(await requests()).toEqual([
    {
      requestId: expect.stringMatching(/^req_/),
      toolCallId: 'call-0-0',
      toolName: 'create_file',
      arguments: { path: 'a.txt', content: 'made\n' },
      answeredBy: 'members',
    },
  ]);
  expect((await state()).toolCalls['call-0-1']?.status).toBe('complete');
  expect(made('a.txt')).toBe(false);
  expect(model.prompts).toHaveLength(1);

  const [requestId = ''] = await requestIds();
  await runner.answer(conversation.id, requestId, { decision: 'approved', by: bob });
  await finished();
  expect(made('a.txt')).toBe(true);
  expect(await outcomes()).toEqual(['completed']);
  expect(model.prompts).toHaveLength(2);
  expect(lastResults(model)).toEqual([expect.stringContaining('a.txt'), expect.stringContaining('one')]);
  expect((await state()).toolCalls['call-0-0']?.permission?.answer).toMatchObject({
    result: 'approved',
    by: bob,
  });
});

test('refused, it does not run: the model reads who refused and why, and goes on', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const runner = runnerFor(model);
  await submit(runner);
  await waiting();
  const [requestId = ''] = await requestIds();
  await runner.answer(conversation.id, requestId, { decision: 'rejected', reason: 'not there', by: bob });
  await finished();
  expect(made('a.txt')).toBe(false);
  expect(lastResults(model)).toEqual(['Refused by Bob: not there']);
  expect((await state()).toolCalls['call-0-0']?.result).toMatchObject({
    success: false,
    resultType: 'rejected',
  });
  expect(await outcomes()).toEqual(['completed']);
});

test('of two calls that ask, none runs before both are answered, and each goes its way', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt'), create('b.txt')]]);
  const runner = runnerFor(model);
  await submit(runner);
  await waiting();
  const [first = '', second = ''] = await requestIds();
  await runner.answer(conversation.id, first, { decision: 'approved', by: bob });
  expect(standstillOf(await state())).toBe('people');
  await runner.answer(conversation.id, second, { decision: 'rejected', by: ada });
  await finished();
  expect([made('a.txt'), made('b.txt')]).toEqual([true, false]);
  expect(lastResults(model)).toEqual([expect.stringContaining('a.txt'), 'Refused by Ada.']);
});

test('what the policy denies is not asked about: the model reads so and goes on', async () => {
  policy({ create_file: 'deny' });
  const model = scriptedModel([[create('a.txt'), read]]);
  await submit(runnerFor(model));
  await finished();
  expect(made('a.txt')).toBe(false);
  expect(await requests()).toEqual([]);
  expect(lastResults(model)).toEqual([
    'Denied: this team does not let create_file run. Do without it.',
    expect.stringContaining('one'),
  ]);
  expect((await state()).toolCalls['call-0-0']?.result?.resultType).toBe('denied');
});

test('a policy that became stricter goes before what was allowed under the old one', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const runner = runnerFor(model);
  await submit(runner);
  await waiting();
  policy({ create_file: 'deny' });
  const [requestId = ''] = await requestIds();
  await runner.answer(conversation.id, requestId, { decision: 'approved', by: bob });
  await finished();
  expect(made('a.txt')).toBe(false);
  expect(lastResults(model)).toEqual(['Denied: this team does not let create_file run. Do without it.']);
  expect((await state()).toolCalls['call-0-0']?.permission?.answer).toMatchObject({
    result: 'denied',
    by: null,
  });
});

test('a call that could not be understood asks nobody', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[{ name: 'create_file', input: { path: 7 } }]]);
  await submit(runnerFor(model));
  await finished();
  expect(await requests()).toEqual([]);
  expect(lastResults(model)).toEqual([expect.stringContaining('path')]);
});

test('what people allow is what runs, however long; what is too long to be judged is not asked', async () => {
  policy({ create_file: 'ask' });
  const long = { name: 'create_file', input: { path: 'a.txt', content: 'x'.repeat(100_000) } };
  const tooLong = { name: 'create_file', input: { path: 'b.txt', content: 'x'.repeat(300_000) } };
  const model = scriptedModel([[long], [tooLong]]);
  const runner = runnerFor(model);
  await submit(runner);
  await waiting();
  const [request] = await requests();
  expect(request?.arguments).toEqual(long.input);
  await runner.answer(conversation.id, request?.requestId ?? '', { decision: 'approved', by: bob });
  await finished();
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toHaveLength(100_000);
  expect(made('b.txt')).toBe(false);
  expect(await requests()).toHaveLength(1);
  expect(lastResults(model).at(-1)).toMatch(/^Not run: .* too long to be judged/);
});

test('a restart neither ends nor repeats what waits, and whoever is there then goes on with it', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[read, create('a.txt')]]);
  const first = runnerFor(model);
  await submit(first);
  await waiting();
  await first.drain();
  const second = runnerFor(model);
  second.start();
  const [requestId = ''] = await requestIds();
  expect(await outcomes()).toEqual([]);
  await second.answer(conversation.id, requestId, { decision: 'approved', by: bob });
  await finished();
  expect(await outcomes()).toEqual(['completed']);
  expect(made('a.txt')).toBe(true);
  const starts = (await events()).filter((event) => event.type === 'tool.execution_start');
  expect(starts).toHaveLength(2);
  await second.drain();
});

test('an answer that was written before its process ended is taken up by the next', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const first = runnerFor(model);
  await submit(first);
  await waiting();
  const [requestId = ''] = await requestIds();
  await first.drain();
  // As the first does it, without anybody who goes on.
  const { answerPermission } = await import('../../lib/runs/answer-permission.ts');
  const now = new Date().toISOString();
  await answerPermission(services.stores, conversation.id, requestId, { decision: 'approved', by: bob }, now);
  expect(made('a.txt')).toBe(false);
  const second = runnerFor(model);
  second.start();
  await finished();
  expect(made('a.txt')).toBe(true);
  await second.drain();
});

test('the first answer holds; the same one again changes nothing; another is told who was first', async () => {
  policy({ create_file: 'ask' });
  const runner = runnerFor(scriptedModel([[create('a.txt'), create('b.txt')]]));
  await submit(runner);
  await waiting();
  const [requestId = ''] = await requestIds();
  const approve = (by: typeof bob) => runner.answer(conversation.id, requestId, { decision: 'approved', by });
  const answers = await Promise.allSettled([approve(bob), approve(ada)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const winner = (await state()).toolCalls['call-0-0']?.permission?.answer?.by;
  await approve(winner?.id === bob.id ? bob : ada);
  const loser = winner?.id === bob.id ? ada : bob;
  await expect(approve(loser)).rejects.toMatchObject({
    code: 'not_possible',
    message: `${winner?.name} has allowed it already`,
  });
  await expect(
    runner.answer(conversation.id, 'req_unknown', { decision: 'approved', by: bob }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await runner.abort(conversation.id);
  await finished();
});

test('stopped while it waits, the run ends; its request can be answered no more', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const runner = runnerFor(model);
  await submit(runner);
  await waiting();
  await runner.abort(conversation.id);
  await finished();
  expect(await outcomes()).toEqual(['aborted']);
  const [requestId = ''] = await requestIds();
  await expect(
    runner.answer(conversation.id, requestId, { decision: 'approved', by: bob }),
  ).rejects.toMatchObject({ code: 'not_possible' });
  expect(made('a.txt')).toBe(false);
});

test('messages wait behind it, in their order; an urgent one ends it and is taken', async () => {
  policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const runner = runnerFor(model);
  await submit(runner, 'first');
  await waiting();
  await submit(runner, 'second');
  expect((await state()).queued).toHaveLength(1);
  await submit(runner, 'now', true);
  await finished(3);
  expect(await outcomes()).toEqual(['aborted', 'completed', 'completed']);
  const said = (await state()).items.flatMap((item) => (item.kind === 'user' ? [item.content] : []));
  expect(said).toEqual(['first', 'now', 'second']);
});
