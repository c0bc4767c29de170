import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchPolicy } from '#lib/runs/watch-policy.ts';
import type { CommandEnd, Commands } from '#lib/workspace/commands.ts';
import { type ApprovalStage, openApprovalStage } from '../support/approval-stage.ts';
import { changeLimits } from '../support/change-limits.ts';
import { until } from '../support/conversations.ts';
import { type ScriptedCall, scriptedModel } from '../support/scripted-model.ts';

let stage: ApprovalStage;
beforeEach(async () => {
  stage = await openApprovalStage();
});
afterEach(async () => await stage.close());

/** Programs that run until a signal ends them. */
function endlessCommands() {
  const reasons: unknown[] = [];
  const started: string[] = [];
  const bytes = Buffer.from('at work\n');
  const start = <Output>(name: string, signal: AbortSignal, first: Output) => {
    started.push(name);
    const end = new Promise<CommandEnd>((resolve) =>
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        resolve({
          exitCode: 137,
          durationMs: 1,
          traffic: null,
          stoppedBy: signal.reason === 'denied' ? 'policy' : 'person',
        });
      }),
    );
    return { output: untilEnd(end, first), end };
  };
  const commands: Commands = {
    check: async () => ({ mode: 'bwrap', reason: null, memory: 'watched', memoryReason: null }),
    status: () => ({ mode: 'bwrap', reason: null, memory: 'watched', memoryReason: null }),
    run: async ({ signal }) => start('command', signal, { stream: 'stdout' as const, bytes }),
    openTerminal: async ({ signal }) => ({
      ...start('terminal', signal, bytes),
      write: () => {},
      resize: () => {},
      setAttended: () => {},
    }),
    startLines: () => Promise.reject(new Error('not expected')),
    close: async () => {},
  };
  return { commands, reasons, started };
}

async function* untilEnd<Output>(end: Promise<unknown>, first: Output): AsyncIterable<Output> {
  yield first;
  await end;
}

describe('denying a tool ends its running calls', () => {
  changeLimits({ rightsCheckMs: 100 });

  const calls: ScriptedCall[] = [
    { name: 'run_pty_cmd', input: { command: 'bash' } },
    { name: 'run_and_display', input: { command: 'sleep 9999' } },
    { name: 'execute_code', input: { language: 'python', code: 'while True: pass' } },
  ];
  test.each(calls)('$name', async (call) => {
    const { commands, reasons, started } = endlessCommands();
    const model = scriptedModel([[call]]);
    await stage.submit(stage.runnerFor(model, { commands }));
    await until('the program to run', async () => started.length === 1);
    stage.policy({ [call.name]: 'ask_admins' });
    stage.policy({ [call.name]: 'deny' });
    // The run itself continues, and its model reads why.
    await stage.finished();
    expect(reasons).toEqual(['denied']);
    expect(await stage.outcomes()).toEqual(['completed']);
    expect(JSON.stringify(model.prompts.at(-1))).toContain('stopped: its tool was denied');
  });
});

describe('watching a policy', () => {
  const open = (policies: (string | Error)[]) => {
    const run = new AbortController();
    const failures: unknown[] = [];
    const readApprovals = vi.fn(async () => {
      const policy = policies.shift() ?? 'auto';
      if (policy instanceof Error) throw policy;
      return { run_pty_cmd: policy } as never;
    });
    const onFailure = (error: unknown) => void failures.push(error);
    const watch = watchPolicy(
      { toolName: 'run_pty_cmd', signal: run.signal, readApprovals, mayRun: async () => true, onFailure },
      1,
    );
    return { run, watch, failures, readApprovals };
  };
  const aborted = (signal: AbortSignal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

  test('continues if the policy requires approval or cannot be read', async () => {
    const { watch, failures } = open(['ask', new Error('away'), 'ask_admins', 'deny']);
    expect(await aborted(watch.signal)).toBe('denied');
    expect(failures).toHaveLength(1);
  });

  test('passes on the end of the run, and stops once the call is over', async () => {
    const { run, watch, readApprovals } = open([]);
    watch.end();
    run.abort('aborted');
    expect(watch.signal.reason).toBe('aborted');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readApprovals.mock.calls.length).toBeLessThanOrEqual(1);
  });
});
