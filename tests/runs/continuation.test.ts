import { describe, expect, test, vi } from 'vitest';
import { emptyConversation, type RunState } from '#lib/core/conversation/conversation-state.ts';
import { limits } from '#lib/core/limits.ts';
import { continueAutomatically } from '#lib/runs/continuation.ts';
import type { ConversationLog } from '#lib/runs/conversation-log.ts';
import { startRunStage } from '../support/run-stage.ts';

const ada = { id: 'ada', name: 'Ada' };
const runOf = (number: number, change: Partial<RunState> = {}): RunState => ({
  ...{ runId: `run_${number}`, messageId: 'msg_a', rerunOf: null, replaces: null },
  continues: number === 0 ? null : `run_${number - 1}`,
  ...{ askedBy: ada, status: 'interrupted', model: 'm', startedAt: null, finishedAt: null, stoppedBy: null },
  ...change,
});

/** What is appended for the last of so many runs, each of which continues the one before it. */
async function appendedFor(count: number, change: Partial<RunState> = {}, isWanted = true) {
  const runs = Array.from({ length: count }, (_, number) =>
    runOf(number, number === count - 1 ? change : {}),
  );
  const state = { ...emptyConversation, runs: Object.fromEntries(runs.map((run) => [run.runId, run])) };
  const append = vi.fn();
  const settings = { readContinuesRuns: async () => isWanted, newId: () => 'run_new', nowMs: () => 0 };
  await continueAutomatically(settings, { state, append } as unknown as ConversationLog, `run_${count - 1}`);
  return append.mock.calls;
}

describe('a run that was interrupted', () => {
  test('is continued in the name of who asked, once, where the team wants that', async () => {
    const [[events, options] = []] = await appendedFor(1);
    expect(events).toMatchObject([
      { type: 'run.requested', data: { runId: 'run_new', continues: 'run_0', by: ada, isAutomatic: true } },
    ]);
    expect(options).toEqual({ onceKey: 'continue:run_0' });
    expect(await appendedFor(1, {}, false)).toEqual([]);
  });

  test('so many times in a row, and then by people', async () => {
    expect(await appendedFor(limits.automaticContinuations)).toHaveLength(1);
    expect(await appendedFor(limits.automaticContinuations + 1)).toEqual([]);
  });

  test.each([
    ['ended well', { status: 'completed' }],
    ['failed', { status: 'failed' }],
    ['was stopped by a person', { stoppedBy: ada }],
    ['ran a call again', { messageId: null, rerunOf: 'call_a' }],
  ] as const)('is left alone if it %s', async (_, change) => {
    expect(await appendedFor(1, change)).toEqual([]);
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
