import { expect, test } from 'vitest';
import { createObserver, type Ended, type Span } from '#lib/observe/observer.ts';

function listening() {
  const begun: string[] = [];
  const ended: Ended[] = [];
  const spans: string[] = [];
  let clockMs = 0;
  const spanUnder = (path: string): Span => ({
    begin: (kind) => spanUnder(`${path}/${kind}`),
    end: () => spans.push(path),
  });
  const observer = createObserver({
    listeners: [{ began: (kind) => begun.push(kind), ended: (activity) => ended.push(activity) }],
    trace: spanUnder(''),
    elapsedMs: () => clockMs,
  });
  const pass = (milliseconds: number) => {
    clockMs += milliseconds;
  };
  return { observer, begun, ended, spans, pass };
}

const location = { runId: 'run_1', conversationId: 'conv_1', model: 'm' };
const call = { tool: 'grep_file', toolCallId: 'call-1', level: 'balanced', isRerun: false };

test('each activity is reported once, under what began it, with all their IDs and how long it took', () => {
  const { observer, begun, ended, spans, pass } = listening();
  const run = observer.begin('run', location);
  pass(5);
  const step = run.begin('step', { number: 1, messageId: 'msg_1' });
  const tool = step.begin('tool_call', call);
  pass(7);
  tool.end({ outcome: 'success', fullTokens: 9, sentTokens: 3, isEstimated: false, summarizer: null });
  tool.end(null);
  step.end({ outcome: 'completed' });
  run.end({ outcome: 'completed' });
  expect(begun).toEqual(['run', 'step', 'tool_call']);
  expect(ended.map(({ kind, durationMs }) => [kind, durationMs])).toEqual([
    ['tool_call', 7],
    ['step', 7],
    ['run', 12],
  ]);
  expect(ended[0]).toMatchObject({
    ids: { runId: 'run_1', conversationId: 'conv_1', messageId: 'msg_1', toolCallId: 'call-1' },
    ended: { outcome: 'success', fullTokens: 9 },
  });
  expect(spans).toEqual(['/run/step/tool_call', '/run/step', '/run']);
});

test('what was not ended breaks off with what it stands under', () => {
  const { observer, ended } = listening();
  const run = observer.begin('run', location);
  run.begin('step', { number: 1, messageId: 'msg_1' }).begin('model_call', { model: 'm' });
  run.end({ outcome: 'failed' });
  expect(ended.map(({ kind, ended }) => [kind, ended])).toEqual([
    ['model_call', null],
    ['step', null],
    ['run', { outcome: 'failed' }],
  ]);
});

test('an ID that a model made up is cut', () => {
  const { observer, ended } = listening();
  const run = observer.begin('run', location);
  run.begin('tool_call', { ...call, toolCallId: 'x'.repeat(5_000) });
  run.end(null);
  expect(ended[0]?.ids.toolCallId).toHaveLength(64);
});
