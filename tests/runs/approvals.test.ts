import { afterEach, beforeEach, expect, test } from 'vitest';
import { blockedReasonOf } from '#lib/core/conversation/permissions.ts';
import {
  type ApprovalStage,
  ada,
  bob,
  create,
  lastResults,
  openApprovalStage,
  read,
} from '../support/approval-stage.ts';
import { scriptedModel } from '../support/scripted-model.ts';

let stage: ApprovalStage;
beforeEach(async () => {
  stage = await openApprovalStage();
});
afterEach(async () => await stage.close());

test('a call that needs approval waits while the rest of its step runs; after approval it runs and the model reads both results in order', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt'), read]]);
  const runner = stage.runnerFor(model);
  await stage.submit(runner);
  await stage.waiting();
  expect(await stage.requests()).toEqual([
    {
      requestId: expect.stringMatching(/^req_/),
      toolCallId: 'call-0-0',
      toolName: 'create_file',
      arguments: { path: 'a.txt', content: 'made\n' },
      answeredBy: 'members',
    },
  ]);
  expect((await stage.state()).toolCalls['call-0-1']?.status).toBe('complete');
  expect(stage.made('a.txt')).toBe(false);
  expect(model.prompts).toHaveLength(1);

  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  expect(stage.made('a.txt')).toBe(true);
  expect(await stage.outcomes()).toEqual(['completed']);
  expect(model.prompts).toHaveLength(2);
  expect(lastResults(model)).toEqual([expect.stringContaining('a.txt'), expect.stringContaining('one')]);
  expect((await stage.state()).toolCalls['call-0-0']?.permission?.answer).toMatchObject({
    result: 'approved',
    by: bob,
  });
});

test('a refused call does not run: the model reads who refused and why, and continues', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const runner = stage.runnerFor(model);
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, {
    decision: 'rejected',
    reason: 'not there',
    by: bob,
  });
  await stage.finished();
  expect(stage.made('a.txt')).toBe(false);
  expect(lastResults(model)).toEqual(['Refused by Bob: not there']);
  expect((await stage.state()).toolCalls['call-0-0']?.result).toMatchObject({
    success: false,
    resultType: 'rejected',
  });
  expect(await stage.outcomes()).toEqual(['completed']);
});

test('of two calls that need approval none runs before both are answered, and each follows its own answer', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt'), create('b.txt')]]);
  const runner = stage.runnerFor(model);
  await stage.submit(runner);
  await stage.waiting();
  const [first = '', second = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, first, { decision: 'approved', by: bob });
  expect(blockedReasonOf(await stage.state())).toBe('people');
  await runner.answer(stage.conversation.id, second, { decision: 'rejected', by: ada });
  await stage.finished();
  expect([stage.made('a.txt'), stage.made('b.txt')]).toEqual([true, false]);
  expect(lastResults(model)).toEqual([expect.stringContaining('a.txt'), 'Refused by Ada.']);
});

test('a restart neither ends nor repeats a waiting approval, and the next process continues with it', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[read, create('a.txt')]]);
  const first = stage.runnerFor(model);
  await stage.submit(first);
  await stage.waiting();
  await first.drain();
  const second = stage.runnerFor(model);
  second.start();
  const [requestId = ''] = await stage.requestIds();
  expect(await stage.outcomes()).toEqual([]);
  await second.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  expect(await stage.outcomes()).toEqual(['completed']);
  expect(stage.made('a.txt')).toBe(true);
  const starts = (await stage.events()).filter((event) => event.type === 'tool.execution_start');
  expect(starts).toHaveLength(2);
  await second.drain();
});

test('an answer stored before its process ended is applied by the next process', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const first = stage.runnerFor(model);
  await stage.submit(first);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  await first.drain();
  // Stored as the first process does, but no process continues the run.
  const { answerPermission } = await import('#lib/runs/answer-permission.ts');
  const now = new Date().toISOString();
  await answerPermission(
    stage.services.stores,
    stage.conversation.id,
    requestId,
    { decision: 'approved', by: bob },
    now,
  );
  expect(stage.made('a.txt')).toBe(false);
  const second = stage.runnerFor(model);
  second.start();
  await stage.finished();
  expect(stage.made('a.txt')).toBe(true);
  await second.drain();
});

test('the first answer counts; repeating it changes nothing; a different answer is told who was first', async () => {
  stage.policy({ create_file: 'ask' });
  const runner = stage.runnerFor(scriptedModel([[create('a.txt'), create('b.txt')]]));
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  const approve = (by: typeof bob) =>
    runner.answer(stage.conversation.id, requestId, { decision: 'approved', by });
  const answers = await Promise.allSettled([approve(bob), approve(ada)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const winner = (await stage.state()).toolCalls['call-0-0']?.permission?.answer?.by;
  await approve(winner?.id === bob.id ? bob : ada);
  const loser = winner?.id === bob.id ? ada : bob;
  await expect(approve(loser)).rejects.toMatchObject({
    code: 'not_possible',
    message: `${winner?.name} has already allowed this`,
  });
  await expect(
    runner.answer(stage.conversation.id, 'req_unknown', { decision: 'approved', by: bob }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await runner.abort(stage.conversation.id);
  await stage.finished();
});

test('stopping a run that waits for approval ends it, and the approval can no longer be answered', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const runner = stage.runnerFor(model);
  await stage.submit(runner);
  await stage.waiting();
  await runner.abort(stage.conversation.id);
  await stage.finished();
  expect(await stage.outcomes()).toEqual(['aborted']);
  const [requestId = ''] = await stage.requestIds();
  await expect(
    runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob }),
  ).rejects.toMatchObject({ code: 'not_possible' });
  expect(stage.made('a.txt')).toBe(false);
});

test('messages queue in order while a run waits for approval; an urgent one ends that run and starts its own', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')]]);
  const runner = stage.runnerFor(model);
  await stage.submit(runner, 'first');
  await stage.waiting();
  await stage.submit(runner, 'second');
  expect((await stage.state()).queued).toHaveLength(1);
  await stage.submit(runner, 'now', true);
  await stage.finished(3);
  expect(await stage.outcomes()).toEqual(['aborted', 'completed', 'completed']);
  const messages = (await stage.state()).items.flatMap((item) =>
    item.kind === 'user' ? [item.content] : [],
  );
  expect(messages).toEqual(['first', 'now', 'second']);
});

test('a call that was allowed for the conversation no longer asks, argument by argument, until it is taken back', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')], [], [create('a.txt')], [], [create('b.txt')]]);
  const runner = stage.runnerFor(model);
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  const always = { decision: 'approved', by: bob, always: 'conversation' } as const;
  await runner.answer(stage.conversation.id, requestId, always);
  await stage.finished();
  await stage.submit(runner);
  await stage.finished(2);
  expect(await stage.requestIds()).toEqual([requestId]);

  await stage.submit(runner);
  await stage.waiting();
  expect((await stage.requests())[1]?.arguments).toMatchObject({ path: 'b.txt' });
  const { allowedCalls } = await stage.state();
  expect(allowedCalls).toMatchObject([{ id: requestId, toolName: 'create_file', by: bob }]);
  await stage.services.threadActs.askAgain(stage.conversation.id, requestId, ada);
  expect((await stage.state()).allowedCalls).toEqual([]);
  await expect(
    stage.services.threadActs.askAgain(stage.conversation.id, requestId, ada),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('what a member allowed for the conversation still asks once admins are to be asked', async () => {
  stage.policy({ create_file: 'ask' });
  const model = scriptedModel([[create('a.txt')], [], [create('a.txt')]]);
  const runner = stage.runnerFor(model);
  await stage.submit(runner);
  await stage.waiting();
  const [requestId = ''] = await stage.requestIds();
  const always = { decision: 'approved', by: bob, always: 'conversation' } as const;
  await runner.answer(stage.conversation.id, requestId, always);
  await stage.finished();
  stage.policy({ create_file: 'ask_admins' });
  await stage.submit(runner);
  await stage.waiting();
  expect(await stage.requests()).toHaveLength(2);
});

test('a call that is allowed for the team runs without asking, whatever the order of its arguments', async () => {
  stage.policy({ create_file: 'ask_admins' });
  const model = scriptedModel([[create('a.txt')]]);
  const allowed = {
    id: 'req_x',
    toolName: 'create_file',
    arguments: { content: 'made\n', path: 'a.txt' },
    conversationId: 'conv_x',
    by: ada,
    allowedAt: '2026-01-01T00:00:00.000Z',
  };
  const runner = stage.runnerFor(model, { readAllowedCalls: async () => [allowed] });
  await stage.submit(runner);
  await stage.finished();
  expect(await stage.requests()).toEqual([]);
  expect(stage.made('a.txt')).toBe(true);
});
