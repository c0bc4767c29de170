import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';
import { ask, createConversation, ofType, readEvents, until } from '../support/conversations.ts';
import { freePort } from '../support/free-port.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { rawRequest } from '../support/raw-request.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { heard, isAfterTool, numberedLines, openStage, type Stage } from '../support/stage.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const otlpKey = 'key-of-the-trace-receiver';
const secret = 'secret-of-this-server';
/** Stands in texts, arguments and names of files: in no metric, no span and no line of the log. */
const canary = 'canary-51c9';
const files = {
  [`${canary}.txt`]: numberedLines(2_000, (number) => `line ${number} ${canary} with some words in it`),
};

const metricsOf = async (server: VitrineServer) => {
  const response = await server.request('/api/metrics');
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readMetrics(await response.text());
};

type Line = Record<string, unknown> & { msg: string };
const linesOf = (server: VitrineServer): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

describe('a conversation on the offline model', () => {
  let receiver: OtlpReceiver;
  let stage: Stage;
  let id: string;
  let before: Awaited<ReturnType<typeof metricsOf>>;
  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    stage = await openStage({
      files,
      environment: {
        LOG_LEVEL: 'debug',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${otlpKey}`,
        SOME_TOKEN: secret,
      },
    });
    before = await metricsOf(stage.server);
    id = await createConversation(stage.server);
    for (const text of [
      `read ${canary}.txt`,
      `find ${canary}`,
      `read no-${canary}.txt`,
      `show ${canary}.txt`,
    ]) {
      await ask(stage.server, id, text);
    }
    const [read] = ofType(await readEvents(stage.server, id), 'tool.execution_complete');
    await ask(stage.server, id, `recall ${read?.data.toolTelemetry.artifactId} 100-101`);
  });
  afterAll(async () => {
    await stage?.close();
    await receiver?.close();
  });

  test('is counted as the ledger counts it, by tool', async () => {
    expect(before.sum('vitrine_tool_calls_total')).toBe(0);
    expect(before.sum('vitrine_runs_total')).toBe(0);
    const { totals, groups } = await (await stage.server.request('/api/savings?groupBy=tool')).json();
    const found = await metricsOf(stage.server);
    const tools = (groups as SavingsGroup[]).filter(({ calls }) => calls > 0);
    expect(tools.map(({ key }) => key).sort()).toEqual([
      'grep_file',
      'read_file',
      'recall_output',
      'render_file_contents',
    ]);
    for (const { key: tool, ...figures } of tools) {
      const counted = {
        calls: found.sum('vitrine_tool_calls_total', { tool }),
        failedCalls: found.sum('vitrine_tool_calls_total', { tool, result: 'failure' }),
        fullTokens: found.sum('vitrine_tool_full_tokens_total', { tool }),
        sentTokens: found.sum('vitrine_tool_sent_tokens_total', { tool }),
        withheldTokens: found.sum('vitrine_tool_withheld_tokens', { tool }),
        avoidedTokens: found.sum('vitrine_tool_avoided_tokens', { tool }),
        recalls: found.sum('vitrine_recalls_total', { tool }),
      };
      expect({ tool, ...counted }).toMatchObject({ tool, ...pick(figures, Object.keys(counted)) });
    }
    expect(found.sum('vitrine_tool_calls_total')).toBe(totals.calls);
    expect(found.sum('vitrine_tool_withheld_tokens')).toBe(totals.withheldTokens);
    expect(totals.withheldTokens).toBeGreaterThan(10_000);
    expect(found.sum('vitrine_steps_total')).toBe(totals.steps);
    // The offline model reports no usage.
    expect(found.sum('vitrine_model_usage_unreported_total')).toBe(totals.steps);
    expect(found.sum('vitrine_runs_total', { outcome: 'completed' })).toBe(5);
    expect(found.sum('vitrine_runs_active')).toBe(0);
    expect(found.sum('vitrine_conversations_pending')).toBe(0);
    expect(found.sum('vitrine_ledger_entries_set_aside')).toBe(0);
    expect(found.sum('vitrine_tool_duration_seconds_count', { tool: 'read_file' })).toBe(2);
    // What failed was not split.
    expect(found.sum('vitrine_split_duration_seconds_count')).toBe(4);
    expect(found.sum('vitrine_model_call_duration_seconds_count')).toBe(totals.steps);
    expect(found.sum('vitrine_http_requests_total', { method: 'POST', status: '202' })).toBe(5);
    expect(found.sum('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(found.text).not.toMatch(new RegExp(`${canary}|${id}|${stage.workspace}`));
  });

  test('is in the log: each run, step and call with IDs and figures, the split in words', async () => {
    const complete = ofType(await readEvents(stage.server, id), 'tool.execution_complete');
    const lines = linesOf(stage.server);
    expect(lines.filter(({ msg }) => msg === 'run')).toHaveLength(5);
    expect(lines.filter(({ msg }) => msg === 'step').length).toBeGreaterThanOrEqual(10);
    for (const { data } of complete) {
      const line = lines.find(({ toolCallId }) => toolCallId === data.toolCallId);
      const { fullTokens, sentTokens } = data.toolTelemetry;
      expect(line).toMatchObject({ conversationId: id, sentTokens, outcome: data.resultType });
      if (data.success && fullTokens !== null) {
        const share = Math.floor(((fullTokens - sentTokens) * 100) / fullTokens);
        const figures = `${fullTokens.toLocaleString('en-US')} → ${sentTokens} tokens (${share}%)`;
        expect(line?.msg).toBe(`${line?.tool}: ${figures}`);
      } else {
        expect(line).toMatchObject({ msg: `read_file: ? → ${sentTokens} tokens`, fullTokens: null });
      }
    }
    expect(stage.server.output()).not.toContain(canary);
    expect(stage.server.output()).not.toContain(otlpKey);
    expect(stage.server.output()).not.toContain(secret);
  });

  test('is traced: run, step, call and split, nested, with figures and without any content', async () => {
    await until(
      'the spans',
      async () => receiver.nesting().filter((name) => name.startsWith(' > ')).length >= 5,
    );
    const nesting = receiver.nesting();
    for (const expected of [
      ' > invoke_agent vitrine',
      'invoke_agent vitrine > step 1',
      'step 1 > chat demo',
      'step 1 > execute_tool read_file',
      'execute_tool read_file > split read_file',
      'step 1 > execute_tool grep_file',
      'execute_tool grep_file > split grep_file',
    ]) {
      expect(nesting.map((name) => name.replace(/chat .*/, 'chat demo'))).toContain(expected);
    }
    const spans = receiver.spans();
    const [complete] = ofType(await readEvents(stage.server, id), 'tool.execution_complete');
    const call = spans.find(
      ({ attributes }) => attributes['gen_ai.tool.call.id'] === complete?.data.toolCallId,
    );
    expect(call?.attributes).toMatchObject({
      'gen_ai.conversation.id': id,
      'vitrine.tokens.full': complete?.data.toolTelemetry.fullTokens,
      'vitrine.tokens.sent': complete?.data.toolTelemetry.sentTokens,
      'vitrine.split.level': 'balanced',
      'vitrine.outcome': 'success',
    });
    expect(spans.every(({ events = [] }) => events.length === 0)).toBe(true);
    for (const { raw, headers } of receiver.requests) {
      expect(headers.authorization).toBe(`Bearer ${otlpKey}`);
      for (const content of [canary, stage.workspace, 'some words', secret])
        expect(raw).not.toContain(content);
    }
    // Pages and requests, of which Next could tell, are not among them.
    expect(new Set(spans.map(({ name }) => name.split(' ')[0]))).toEqual(
      new Set(['invoke_agent', 'step', 'chat', 'execute_tool', 'split']),
    );
  });
});

test('what the provider reports is counted by kind, and what goes wrong there is reported without its words', async () => {
  const receiver = await startOtlpReceiver();
  const stage = await openStage({
    files,
    environment: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/own/path` },
    script: (request) =>
      heard(request).includes('fail')
        ? { status: 400 }
        : isAfterTool(request)
          ? { text: 'done' }
          : { toolCalls: [{ name: 'read_file', arguments: { path: `${canary}.txt` } }] },
  });
  try {
    const id = await createConversation(stage.server);
    await ask(stage.server, id, 'go');
    await ask(stage.server, id, 'fail');
    const found = await metricsOf(stage.server);
    const tokens = (kind: string) => found.sum('vitrine_model_tokens_total', { model: 'scripted', kind });
    expect([tokens('input'), tokens('output')]).toEqual([20, 10]);
    expect(found.sum('vitrine_runs_total', { outcome: 'failed' })).toBe(1);
    expect(
      found.sum('vitrine_model_call_duration_seconds_count', { model: 'scripted', outcome: 'failed' }),
    ).toBe(1);
    expect((await stage.server.end('SIGTERM')).code).toBe(0);
    expect(receiver.requests.map(({ path }) => path)).toContain('/own/path');
    const failed = receiver.spans().filter(({ status }) => status.code === 2);
    expect(failed.map(({ name }) => name).sort()).toEqual([
      'chat scripted',
      'invoke_agent vitrine',
      'step 1',
    ]);
    for (const { raw } of receiver.requests) expect(raw).not.toMatch(new RegExp(`${canary}|scripted 400`));
  } finally {
    await stage.close();
    await receiver.close();
  }
});

test('a receiver of traces that is not there stands in nobody’s way', async () => {
  const stage = await openStage({
    files,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
  });
  try {
    const id = await createConversation(stage.server);
    const { data } = await ask(stage.server, id, `read ${canary}.txt`);
    expect(data.outcome).toBe('completed');
    expect((await stage.server.end('SIGTERM')).code).toBe(0);
  } finally {
    await stage.close();
  }
});

test('where people sign in, a program reads the metrics by the token alone, under whatever name', async () => {
  const token = 'metrics-token-of-more-than-32-characters';
  const port = await freePort();
  const server = await startVitrine({
    port,
    environment: {
      VITRINE_SIGN_IN: 'invites',
      VITRINE_BASE_URL: `http://127.0.0.1:${port}`,
      VITRINE_METRICS_TOKEN: token,
    },
  });
  try {
    const statusOf = async (headers: Record<string, string>) =>
      (await server.request('/api/metrics', { headers })).status;
    expect(await statusOf({})).toBe(401);
    for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, 'Bearer', token]) {
      expect(await statusOf({ Authorization: wrong }), wrong).toBe(401);
    }
    expect(await statusOf({ Authorization: `Bearer ${token}` })).toBe(200);
    const elsewhere = { Host: 'vitrine.internal:3000' };
    const authorized = { ...elsewhere, Authorization: `Bearer ${token}` };
    const inside = await rawRequest(server.url, '/api/metrics', { headers: authorized });
    expect(inside.status).toBe(200);
    expect((await rawRequest(server.url, '/api/metrics', { headers: elsewhere })).status).toBe(421);
    // It opens nothing else.
    const other = await server.request('/api/savings', { headers: { Authorization: `Bearer ${token}` } });
    expect(other.status).toBe(401);
  } finally {
    await server.end();
  }
});

const pick = (from: object, names: string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
