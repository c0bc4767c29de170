import { afterEach, beforeEach, expect, test } from 'vitest';
import { VitrineError } from '#lib/core/errors.ts';
import type { Budget } from '#lib/core/vocabulary/budget/budget.ts';
import { createLedgerWriter } from '#lib/runs/ledger-writer.ts';
import type { RunnerOptions } from '#lib/runs/runner-options.ts';
import { openLedgerJournal } from '#lib/stores/ledger-journal.ts';
import { sampleStep } from '../contracts/samples.ts';
import { type ApprovalStage, ada, bob, create, openApprovalStage, read } from '../support/approval-stage.ts';
import { until } from '../support/conversations.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempFolder } from '../support/temp-folder.ts';

let stage: ApprovalStage;
let budgets: Budget[];
beforeEach(async () => {
  stage = await openApprovalStage();
  budgets = [];
});
afterEach(async () => await stage.close());

/** A fixed day, so that the tests do not depend on the current date. */
const noon = Date.parse('2026-11-22T12:00:00Z');

/** 100 tokens a step, 1 micro-dollar each. */
const usage = {
  inputTokens: { total: 90, noCache: 90, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};
const price = { input: 1_000_000, cachedInput: null, cacheWrite: null, output: 1_000_000 };
const fiveReads = [[read], [read], [read], [read], [read]];
const tokens = (amount: number, change: Partial<Budget> = {}): Budget => ({
  scope: 'team',
  period: 'day',
  unit: 'tokens',
  of: null,
  amount,
  ...change,
});

function start(model: ReturnType<typeof scriptedModel>, others: Partial<RunnerOptions> = {}) {
  return stage.runnerFor(model, {
    nowMs: () => noon,
    readBudgets: async () => budgets,
    priceOf: () => price,
    ...others,
  });
}
const end = async () => {
  const finished = (await stage.events()).filter((event) => event.type === 'run.finished');
  return finished.at(-1)?.data;
};

test('a run stops after the step that used up the budget, with the reason, and its tools keep their results', async () => {
  budgets = [tokens(300)];
  const model = scriptedModel(fiveReads, usage);
  await stage.submit(start(model));
  await stage.finished();
  expect(await end()).toEqual({
    runId: expect.any(String),
    outcome: 'budget',
    error: { code: 'budget_reached', message: 'Today’s 300 tokens are used up.' },
  });
  expect(model.prompts).toHaveLength(3);
  const calls = Object.values((await stage.state()).toolCalls);
  expect(calls.map(({ result }) => result?.success)).toEqual([true, true, true]);
});

test('no run exceeds a budget by more than one step', async () => {
  budgets = [tokens(201)];
  const model = scriptedModel(fiveReads, usage);
  await stage.submit(start(model));
  await stage.finished();
  expect(model.prompts).toHaveLength(3);
});

test('a run that ends as the budget is used up is complete; the next run ends before the model is called', async () => {
  budgets = [tokens(200)];
  const first = scriptedModel([[read]], usage);
  await stage.submit(start(first));
  await stage.finished();
  expect(await stage.outcomes()).toEqual(['completed']);
  const second = scriptedModel([], usage);
  await stage.submit(start(second));
  await stage.finished(2);
  expect(await end()).toMatchObject({ outcome: 'budget', error: { code: 'budget_reached' } });
  expect(second.prompts).toEqual([]);
});

test('after the budget is raised, a new message continues with everything done before', async () => {
  budgets = [tokens(100)];
  const model = scriptedModel([[read], [read]], usage);
  const runner = start(model);
  await stage.submit(runner);
  await stage.finished();
  expect(await stage.outcomes()).toEqual(['budget']);
  budgets = [tokens(1_000)];
  await stage.submit(runner, 'go on');
  await stage.finished(2);
  expect(await stage.outcomes()).toEqual(['budget', 'completed']);
  expect(model.prompts).toHaveLength(3);
  const [, , last = []] = model.prompts;
  expect(last.filter(({ role }) => role === 'tool')).toHaveLength(2);
});

test('money budgets stop runs as token budgets do, and do not apply to unknown prices', async () => {
  budgets = [tokens(200, { unit: 'microdollars' })];
  const priced = scriptedModel(fiveReads, usage);
  await stage.submit(start(priced));
  await stage.finished();
  expect(priced.prompts).toHaveLength(2);
  expect(await end()).toMatchObject({
    outcome: 'budget',
    error: { message: 'Today’s $0.0002 are used up.' },
  });
  budgets = [tokens(1_000, { unit: 'microdollars' })];
  const unpriced = scriptedModel(fiveReads, usage);
  await stage.submit(start(unpriced, { priceOf: () => null }));
  await stage.finished(2);
  expect(unpriced.prompts).toHaveLength(6);
  expect(await stage.outcomes()).toEqual(['budget', 'completed']);
});

test('a member’s budget counts the spending of their own messages, and nobody reads its amount', async () => {
  budgets = [tokens(100, { scope: 'member' }), tokens(10_000, { scope: 'member', of: bob.id })];
  const model = scriptedModel(fiveReads, usage);
  const runner = start(model);
  await stage.submit(runner);
  await stage.finished();
  expect(await end()).toMatchObject({ error: { message: 'Ada’s budget for today is used up.' } });
  expect(model.prompts).toHaveLength(1);
  await runner.submit(stage.conversation, { text: 'go', author: bob, attachments: [], interrupt: false });
  await stage.finished(2);
  expect(await stage.outcomes()).toEqual(['budget', 'completed']);
});

test('a conversation’s budget counts only its own spending, a daily one only today’s, and a monthly one the whole month’s', async () => {
  const { ledger } = stage.services.stores;
  const at = (timestamp: string, conversationId: string) =>
    ledger.record(
      sampleStep({
        timestamp,
        conversationId,
        member: ada,
        usage: { ...sampleStep().usage, inputTokens: 1_000, outputTokens: 1_000 },
      }),
    );
  await at('2026-11-22T11:00:00.000Z', 'conv_other');
  await at('2026-11-21T23:59:59.999Z', stage.conversation.id);
  await at('2026-10-31T23:59:59.999Z', stage.conversation.id);
  const runs = async (of: Budget, count: number) => {
    budgets = [of];
    const model = scriptedModel([], usage);
    await stage.submit(start(model));
    await stage.finished(count);
    return (await stage.outcomes()).at(-1);
  };
  expect(await runs(tokens(2_000, { scope: 'conversation' }), 1)).toBe('completed');
  expect(await runs(tokens(2_000, { scope: 'team' }), 2)).toBe('budget');
  expect(await runs(tokens(5_000, { scope: 'team', period: 'month' }), 3)).toBe('completed');
  expect(await runs(tokens(4_100, { scope: 'team', period: 'month' }), 4)).toBe('budget');
  expect(await runs(tokens(2_000, { scope: 'conversation', period: 'month' }), 5)).toBe('budget');
});

test('an approved call runs, and then the run stops if the budget was used up while it waited', async () => {
  stage.policy({ create_file: 'ask' });
  budgets = [tokens(1_000)];
  const model = scriptedModel([[create('a.txt')]], usage);
  const runner = start(model);
  await stage.submit(runner);
  await stage.waiting();
  budgets = [tokens(100)];
  const [requestId = ''] = await stage.requestIds();
  await runner.answer(stage.conversation.id, requestId, { decision: 'approved', by: bob });
  await stage.finished();
  expect(await stage.outcomes()).toEqual(['budget']);
  expect(stage.made('a.txt')).toBe(true);
  expect((await stage.state()).toolCalls['call-0-0']?.result?.success).toBe(true);
  expect(model.prompts).toHaveLength(1);
});

test('entries the ledger could not take at once are stored before the budget is checked', async () => {
  budgets = [tokens(200)];
  const { ledger } = stage.services.stores;
  let isAway = false;
  const writer = createLedgerWriter(
    { record: async (entry) => (isAway ? Promise.reject(new Error('away')) : await ledger.record(entry)) },
    () => {
      isAway = false;
    },
    openLedgerJournal(tempFolder(), process.pid),
  );
  isAway = true;
  const model = scriptedModel(fiveReads, usage);
  await stage.submit(start(model, { ledger: writer }));
  await stage.finished();
  expect(model.prompts).toHaveLength(2);
  await writer.close();
});

test('a run does not continue if the ledger does not respond at the end of a step', async () => {
  budgets = [tokens(1_000)];
  const model = scriptedModel(fiveReads, usage);
  const failures: unknown[] = [];
  const { stores } = stage.services;
  const sums: typeof stores.ledger.sums = async (...parameters) => {
    if (model.prompts.length === 2)
      throw new VitrineError('storage_unavailable', 'The store does not answer');
    return await stores.ledger.sums(...parameters);
  };
  const runner = start(model, {
    stores: { ...stores, ledger: { ...stores.ledger, sums } },
    storePatienceMs: 300,
    onError: (error) => failures.push(error),
  });
  await stage.submit(runner);
  await until('the failure', async () => failures.length > 0);
  expect(failures).toEqual([expect.objectContaining({ code: 'storage_unavailable' })]);
  expect(model.prompts).toHaveLength(2);
  start(scriptedModel([])).start();
  await stage.finished();
  expect(await stage.outcomes()).toEqual(['interrupted']);
});
