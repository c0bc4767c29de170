import { describe, expect, test, vi } from 'vitest';
import { emptyConversation, type RunState } from '#lib/core/conversation/conversation-state.ts';
import { limits } from '#lib/core/limits.ts';
import type { RunOutcome } from '#lib/core/vocabulary/events.ts';
import { automaticContinuation } from '#lib/runs/continuation.ts';
import { startRunStage } from '../support/run-stage.ts';

const ada = { id: 'ada', name: 'Ada' };
const runOf = (number: number, change: Partial<RunState> = {}): RunState => ({
  ...{ runId: `run_${number}`, messageId: 'msg_a', rerunOf: null, replaces: null },
  continues: number === 0 ? null : `run_${number - 1}`,
  isAutomatic: number > 0,
  ...{ askedBy: ada, status: 'interrupted', model: 'm', startedAt: null, finishedAt: null, stoppedBy: null },
  ...change,
});

/** What follows the end of the last of so many runs, each of which continues the one before it. */
async function followingOf(
  count: number,
  { change = {}, isWanted = true, outcome = 'interrupted' }: Partial<Following> = {},
) {
  const runs = Array.from({ length: count }, (_, number) =>
    runOf(number, number === count - 1 ? change : {}),
  );
  const state = { ...emptyConversation, runs: Object.fromEntries(runs.map((run) => [run.runId, run])) };
  const settings = { readContinuesRuns: async () => isWanted, newId: () => 'run_new', nowMs: () => 0 };
  const log = { state, catchUp: async () => {} };
  return await automaticContinuation(settings, log, `run_${count - 1}`, outcome);
}

interface Following {
  change: Partial<RunState>;
  isWanted: boolean;
  outcome: RunOutcome;
}

describe('a run that was interrupted', () => {
  test('is continued in the name of who asked, where the team wants that', async () => {
    expect(await followingOf(1)).toMatchObject({
      type: 'run.requested',
      data: { runId: 'run_new', continues: 'run_0', by: ada, isAutomatic: true },
    });
    expect(await followingOf(1, { isWanted: false })).toBeNull();
  });

  test('so many times in a row, and then by people, after whom the count starts again', async () => {
    expect(await followingOf(limits.automaticContinuations)).not.toBeNull();
    expect(await followingOf(limits.automaticContinuations + 1)).toBeNull();
    const change = { isAutomatic: false };
    expect(await followingOf(limits.automaticContinuations + 1, { change })).not.toBeNull();
  });

  test('is left alone if it ended otherwise, was stopped by a person, or ran a call again', async () => {
    expect(await followingOf(1, { outcome: 'failed' })).toBeNull();
    expect(await followingOf(1, { change: { stoppedBy: ada } })).toBeNull();
    expect(await followingOf(1, { change: { messageId: null, rerunOf: 'call_a' } })).toBeNull();
  });

  test('ends all the same where nobody can say what the team wants', async () => {
    const settings = {
      readContinuesRuns: () => Promise.reject(new Error('away')),
      newId: () => 'run_new',
      nowMs: () => 0,
    };
    const log = { state: emptyConversation, catchUp: async () => {} };
    expect(await automaticContinuation(settings, log, 'run_0', 'interrupted')).toBeNull();
  });
});

describe('a person continues', () => {
  test('a run that failed, with all it had done, and no run that ended well or that something came after', async () => {
    let isBroken = true;
    const stage = await startRunStage(({ body }) => {
      const isAfter = (body.messages as { role: string }[]).some(({ role }) => role === 'tool');
      if (!isAfter) return { toolCalls: [{ name: 'list_files', arguments: { path: '.' } }] };
      return isBroken ? { status: 400 } : { text: 'Done.' };
    });
    const { runner } = stage.services;
    const failed = await stage.ask('go');
    expect(failed.data.outcome).toBe('failed');
    isBroken = false;
    const { runId } = await runner.continueRun(stage.conversation, failed.data.runId, ada);
    await vi.waitFor(async () => {
      const ends = (await stage.events()).filter(({ type }) => type === 'run.finished');
      expect(ends.map(({ data }) => data)).toMatchObject([
        { outcome: 'failed' },
        { runId, outcome: 'completed' },
      ]);
    }, 10_000);
    const calls = (await stage.events()).filter(({ type }) => type === 'tool.execution_start');
    expect(calls).toHaveLength(1);
    for (const id of [runId, failed.data.runId]) {
      await expect(runner.continueRun(stage.conversation, id, ada)).rejects.toMatchObject({
        code: 'not_possible',
      });
    }
    await expect(runner.continueRun(stage.conversation, 'constructor', ada)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
