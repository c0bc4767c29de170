import { describe, expect, test } from 'vitest';
import { comparableRuns } from '#lib/core/conversation/comparable-runs.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();

/** A call that produced these artifacts: the first by the call itself, the others by re-runs. Each one's number is its minute. */
function callOf(toolName: string, input: Json, numbers: number[], type = 'terminal'): ToolCallState {
  const telemetry = (number: number) => ({ artifactId: `art_${number}`, type }) as unknown as ToolTelemetry;
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const replacement = { by: { id: 'm', name: 'M' }, durationMs: 1, timestamp: at(last) };
  return {
    toolCallId: `call_${first}`,
    threadId: null,
    client: null,
    toolName,
    arguments: input,
    status: 'complete',
    permission: null,
    startedAt: null,
    progress: null,
    partial: null,
    terminalHolder: null,
    elicitation: null,
    result: {
      toolCallId: `call_${first}`,
      success: true,
      resultType: 'success',
      durationMs: 1,
      toolTelemetry: telemetry(first),
    },
    completedAt: at(first),
    replacement:
      numbers.length > 1
        ? { ...replacement, artifactId: `art_${last}`, toolTelemetry: telemetry(last) }
        : null,
    earlier: numbers.slice(0, -1).map((number) => ({ artifactId: `art_${number}`, timestamp: at(number) })),
  };
}

const runsBeside = (artifactId: string, ...calls: ToolCallState[]) =>
  comparableRuns(Object.fromEntries(calls.map((call) => [call.toolCallId, call])), artifactId).map(
    (run) => run.artifactId,
  );

describe('the runs comparable with a result', () => {
  test('include every other run of its call, replaced ones too, latest first', () => {
    const call = callOf('run_and_display', { command: 'npm test' }, [1, 2, 3]);
    expect(runsBeside('art_3', call)).toEqual(['art_2', 'art_1']);
    expect(runsBeside('art_1', call)).toEqual(['art_3', 'art_2']);
  });

  test('include the same command in another call, whichever tool ran it and whatever its timeout', () => {
    const one = callOf('run_and_display', { command: 'npm test' }, [1]);
    const two = callOf('run_pty_cmd', { timeoutSeconds: 9, command: 'npm test' }, [5]);
    const other = callOf('run_and_display', { command: 'npm test -- a' }, [4]);
    expect(runsBeside('art_1', one, two, other)).toEqual(['art_5']);
  });

  test('include the same file or the same lines of it, read or shown', () => {
    const shown = callOf('render_file_contents', { path: 'a.ts' }, [1], 'file');
    const read = callOf('read_file', { path: 'a.ts' }, [2], 'file');
    const lines = callOf('read_file', { path: 'a.ts', startLine: 1, endLine: 9 }, [3], 'file');
    expect(runsBeside('art_1', shown, read, lines)).toEqual(['art_2']);
    expect(runsBeside('art_3', shown, read, lines)).toEqual([]);
  });

  test('include any other call with the same arguments in any order', () => {
    const one = callOf('grep_file', { pattern: 'x', path: 'lib' }, [1], 'matches');
    const two = callOf('grep_file', { path: 'lib', pattern: 'x' }, [2], 'matches');
    expect(runsBeside('art_2', one, two)).toEqual(['art_1']);
  });

  test('include nothing for an image or for an artifact of another conversation', () => {
    const image = callOf('display_image', { path: 'a.png' }, [1, 2], 'image');
    expect(runsBeside('art_2', image)).toEqual([]);
    expect(runsBeside('art_9', image)).toEqual([]);
  });
});
