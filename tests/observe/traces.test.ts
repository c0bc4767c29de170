import { afterEach, expect, test } from 'vitest';
import { createObserver } from '#lib/observe/observer.ts';
import type { TraceSettings } from '#lib/observe/trace-sender.ts';
import { createTraces } from '#lib/observe/traces.ts';
import { freePort } from '../support/free-port.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts';

const receivers: OtlpReceiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receiving(status = 200) {
  const receiver = await startOtlpReceiver({ status });
  receivers.push(receiver);
  return receiver;
}

async function tracing(settings: TraceSettings | null) {
  const failures: unknown[] = [];
  const traces = createTraces(settings, (error) => failures.push(error));
  await traces.start();
  const observer = createObserver({ listeners: [], trace: traces, elapsedMs: () => 0 });
  return { traces, observer, failures };
}

const settingsFor = (url: string): TraceSettings => ({
  url: `${url}/v1/traces`,
  headers: { 'x-key': 'a key' },
  serviceName: 'vitrine-test',
});
const location = { runId: 'run_1', conversationId: 'conv_1', model: 'm' };
const call = { tool: 'grep_file', toolCallId: 'call-1', level: 'balanced', isRerun: false };

test('spans arrive nested, by the names of the conventions, with figures', async () => {
  const receiver = await receiving();
  const { traces, observer, failures } = await tracing(settingsFor(receiver.url));
  const run = observer.begin('run', location);
  const step = run.begin('step', { number: 1, messageId: 'msg_1' });
  const usage = { inputTokens: 100, cachedTokens: null, outputTokens: 7 };
  step.begin('model_call', { model: 'm' }).end({ outcome: 'completed', usage });
  const tool = step.begin('tool_call', call);
  const split = tool.begin('split', { tool: 'grep_file', level: 'balanced' });
  split.end({ summarizer: 'matches', relation: 'summary' });
  tool.end({ outcome: 'failure', fullTokens: null, sentTokens: 48, isEstimated: false, summarizer: null });
  run.end({ outcome: 'completed' });
  await traces.close();
  expect(failures).toEqual([]);
  expect(receiver.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-key': 'a key', 'content-type': 'application/json' },
  });
  expect(receiver.requests[0]?.raw).toContain('"vitrine-test"');
  expect(receiver.nesting().sort()).toEqual([
    ' > invoke_agent vitrine',
    'execute_tool grep_file > split grep_file',
    'invoke_agent vitrine > step 1',
    'step 1 > chat m',
    'step 1 > execute_tool grep_file',
  ]);
  const byName = Object.fromEntries(receiver.spans().map((span) => [span.name, span]));
  const ids = { 'gen_ai.conversation.id': 'conv_1', 'vitrine.run.id': 'run_1' };
  expect(byName['chat m']?.attributes).toEqual({
    ...ids,
    'vitrine.message.id': 'msg_1',
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 7,
    'vitrine.outcome': 'completed',
  });
  expect(byName['execute_tool grep_file']).toMatchObject({
    status: { code: 2 },
    attributes: { ...ids, 'gen_ai.tool.name': 'grep_file', 'vitrine.tokens.sent': 48 },
  });
  expect(byName['execute_tool grep_file']?.attributes).not.toHaveProperty('vitrine.tokens.full');
  expect(byName['split grep_file']?.attributes).toMatchObject({ 'vitrine.split.summarizer': 'matches' });
  expect(byName['step 1']?.attributes).toMatchObject({ 'vitrine.outcome': 'broken_off' });
});

test('two runs are two traces', async () => {
  const receiver = await receiving();
  const { traces, observer } = await tracing(settingsFor(receiver.url));
  for (const runId of ['run_1', 'run_2']) observer.begin('run', { ...location, runId }).end(null);
  await traces.close();
  expect(new Set(receiver.spans().map(({ traceId }) => traceId)).size).toBe(2);
});

test('a receiver that is away is reported, and the end does not wait for it', async () => {
  const { traces, observer, failures } = await tracing(settingsFor(`http://127.0.0.1:${await freePort()}`));
  for (let at = 0; at < 5_000; at += 1) observer.begin('run', location).end({ outcome: 'completed' });
  await traces.close();
  expect(failures.length).toBeLessThanOrEqual(1);
});

test('a receiver that refuses is reported once', async () => {
  const receiver = await receiving(400);
  const { traces, observer, failures } = await tracing(settingsFor(receiver.url));
  for (let at = 0; at < 1_500; at += 1) observer.begin('run', location).end({ outcome: 'completed' });
  await traces.close();
  expect(receiver.requests.length).toBeGreaterThan(1);
  expect(failures).toHaveLength(1);
});

test('without settings nothing is sent, and there is nothing to end', async () => {
  const { traces, observer, failures } = await tracing(null);
  observer.begin('run', location).begin('tool_call', call).end(null);
  await traces.close();
  expect(failures).toEqual([]);
});
