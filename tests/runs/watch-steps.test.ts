import { expect, test } from 'vitest';
import type { Activity, ActivityKind } from '#lib/core/vocabulary/activity.ts';
import { createObserver, type Ended } from '#lib/observe/observer.ts';
import { noTrace } from '#lib/observe/trace-sender.ts';
import { watchSteps } from '#lib/runs/watch-steps.ts';

/** Calls it with the parts of the AI SDK's events that it reads. */
function watched() {
  const ended: Ended[] = [];
  const listener = { began() {}, ended: (activity: Ended) => ended.push(activity) };
  const observer = createObserver({ listeners: [listener], trace: noTrace, elapsedMs: () => 0 });
  const run = observer.begin('run', { runId: 'run_1', conversationId: 'conv_1', model: 'm' });
  let messages = 0;
  const { telemetry, current } = watchSteps(run, () => `msg_${messages}`);
  const notify = (
    name: 'onStepStart' | 'onLanguageModelCallStart' | 'onLanguageModelCallEnd' | 'onStepEnd' | 'onStepError',
    event: object = {},
  ) => {
    if (name === 'onStepStart') messages += 1;
    void telemetry[name]?.(event as never);
  };
  const report = () =>
    ended.map(({ kind, ended: end, ids }) => [kind, ids.messageId, end && 'outcome' in end && end.outcome]);
  return { run, notify, report, ended, current: current as () => Activity<ActivityKind> };
}

const usage = { inputTokens: 10, inputTokenDetails: {}, outputTokens: 5 };

test('steps contain their model calls and, once those have ended, the tool calls', () => {
  const { run, notify, report, ended, current } = watched();
  expect(current()).toBe(run);
  notify('onStepStart');
  notify('onLanguageModelCallStart', { modelId: 'm' });
  notify('onLanguageModelCallEnd', { usage });
  current().begin('tool_call', { tool: 't', toolCallId: 'c', level: 'off', isRerun: false }).end(null);
  notify('onStepEnd');
  notify('onStepStart');
  expect(current()).not.toBe(run);
  run.end({ outcome: 'completed' });
  expect(report()).toEqual([
    ['model_call', 'msg_1', 'completed'],
    ['tool_call', 'msg_1', null],
    ['step', 'msg_1', 'completed'],
    ['step', 'msg_2', null],
    ['run', undefined, 'completed'],
  ]);
  expect(ended[0]?.ended).toMatchObject({
    usage: { inputTokens: 10, cachedTokens: null, outputTokens: 5 },
  });
});

test('a retried model call is a new call; the last failure fails its step', () => {
  const { run, notify, report } = watched();
  notify('onStepStart');
  notify('onLanguageModelCallStart', { modelId: 'm' });
  notify('onLanguageModelCallStart', { modelId: 'm' });
  notify('onStepError');
  run.end({ outcome: 'failed' });
  expect(report()).toEqual([
    ['model_call', 'msg_1', 'failed'],
    ['model_call', 'msg_1', 'failed'],
    ['step', 'msg_1', 'failed'],
    ['run', undefined, 'failed'],
  ]);
});
