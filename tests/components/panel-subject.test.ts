import { describe, expect, test } from 'vitest';
import { titlesOfArtifacts } from '#components/artifacts/cards/artifact-titles.ts';
import { workOfCall } from '#components/artifacts/cards/call-work.ts';
import { seenViewOf } from '#components/artifacts/panel/panel-subject.ts';
import { callOfArtifact } from '#lib/core/conversation/call-of-artifact.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';

const telemetry = (artifactId: string, fullTokens: number): ToolTelemetry => ({
  artifactId,
  type: 'terminal',
  title: 'npm test',
  lineCount: 1,
  byteLength: 1,
  summarizer: 'plain',
  fullTokens,
  sentTokens: 1,
  tokenizer: 'o200k_base',
  relation: 'summary',
});
const running: ToolCallState = {
  toolCallId: 'call_1',
  threadId: null,
  client: null,
  toolName: 'run_and_display',
  arguments: { command: 'npm test' },
  status: 'running',
  permission: null,
  startedAt: '2026-01-01T09:00:00.000Z',
  progress: null,
  partial: { artifactId: 'art_1', byteLength: 1, lineCount: 1 },
  terminalHolder: null,
  elicitation: null,
  result: null,
  completedAt: null,
  replacement: null,
  earlier: [],
};
const complete: ToolCallState = {
  ...running,
  status: 'complete',
  partial: null,
  result: {
    toolCallId: 'call_1',
    success: true,
    resultType: 'success',
    result: { content: 'Shown to people' },
    durationMs: 1,
    toolTelemetry: telemetry('art_1', 10),
  },
  completedAt: '2026-01-01T09:42:00.000Z',
};
const runAgain: ToolCallState = {
  ...complete,
  replacement: {
    artifactId: 'art_2',
    by: { id: 'mem_1', name: 'Mara Lindqvist' },
    durationMs: 1,
    toolTelemetry: telemetry('art_2', 20),
    timestamp: '2026-01-01T10:16:00.000Z',
  },
  earlier: [{ artifactId: 'art_1', timestamp: '2026-01-01T09:42:00.000Z' }],
};

test('an artifact links to its call while it grows, after it completes, and if a re-run made it', () => {
  expect(callOfArtifact({ call_1: running }, 'art_1')).toBe(running);
  expect(callOfArtifact({ call_1: complete }, 'art_1')).toBe(complete);
  expect(callOfArtifact({ call_1: runAgain }, 'art_1')).toBe(runAgain);
  expect(callOfArtifact({ call_1: runAgain }, 'art_2')).toBe(runAgain);
  expect(callOfArtifact({ call_1: runAgain }, 'art_3')).toBeNull();
  expect(titlesOfArtifacts({ call_1: runAgain })).toEqual([
    ['art_1', 'npm test'],
    ['art_2', 'npm test'],
  ]);
});

describe('what the model saw', () => {
  test('is empty while the call runs', () => {
    expect(seenViewOf(running, 'art_1')).toBeNull();
  });

  test('is the first result if the call was re-run, and says so', () => {
    const first = {
      text: 'Shown to people',
      fullTokens: 10,
      fullTokensEstimated: false,
      readFirstRunAt: null,
    };
    expect(seenViewOf(complete, 'art_1')).toMatchObject(first);
    expect(seenViewOf(runAgain, 'art_1')).toMatchObject(first);
    expect(seenViewOf(runAgain, 'art_2')).toMatchObject({
      text: 'Shown to people',
      fullTokens: 20,
      readFirstRunAt: complete.completedAt,
    });
  });
});

test('a call is active while its run is, or while it is re-run', () => {
  const rerun = { toolCallId: 'call_1', startedAt: '2026-01-01T10:00:00.000Z' };
  expect(workOfCall(running, true, null)).toEqual({ startedAt: running.startedAt, isRerun: false });
  expect(workOfCall(running, false, null)).toBeNull();
  expect(workOfCall(complete, true, null)).toBeNull();
  expect(workOfCall(complete, false, rerun)).toEqual({ startedAt: rerun.startedAt, isRerun: true });
  expect(workOfCall(complete, false, { ...rerun, toolCallId: 'call_2' })).toBeNull();
});
