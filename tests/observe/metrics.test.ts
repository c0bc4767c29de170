import { expect, test } from 'vitest';
import { answerContext, type LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { sumSavings } from '#lib/core/vocabulary/ledger/savings.ts';
import { createMetrics } from '#lib/observe/metrics.ts';
import { createObserver } from '#lib/observe/observer.ts';
import { noTrace } from '#lib/observe/trace-sender.ts';
import { sampleEntry, sampleStep } from '../contracts/samples.ts';
import { readMetrics } from '../support/read-metrics.ts';

const present = {
  ...{ pendingConversations: 2, conversationsWithoutRunner: 1, entriesSetAside: 3, openStreams: 4 },
  runners: { known: 7, away: 6, workspacesAway: 5 },
};

function bench() {
  const metrics = createMetrics({ tools: ['grep_file', 'read_file'], models: ['m'] });
  const observer = createObserver({ listeners: [metrics], trace: noTrace, elapsedMs: () => 0 });
  const read = async () => readMetrics(await metrics.print(present));
  return { metrics, observer, read };
}

test('what was recorded adds up to what the ledger does, negative and failed ones too', async () => {
  const { metrics, read } = bench();
  const call = { toolName: 'grep_file', success: true, recalledTool: null };
  const entries: LedgerEntry[] = [
    sampleEntry({ ...call, fullTokens: 60_000, sentTokens: 48 }),
    sampleEntry({ ...call, fullTokens: 10, sentTokens: 14 }),
    sampleEntry({ ...call, fullTokens: null, sentTokens: 9 }),
    sampleEntry({ ...call, success: false, fullTokens: null, sentTokens: 30 }),
    sampleEntry({ ...call, toolName: 'read_file', fullTokens: 5, sentTokens: 5, recalledTool: 'grep_file' }),
  ];
  for (const entry of entries) metrics.recorded(entry);
  const { totals } = sumSavings(entries, 'tool');
  const found = await read();
  expect(found.sum('vitrine_tool_calls_total')).toBe(totals.calls);
  expect(found.sum('vitrine_tool_calls_total', { result: 'failure' })).toBe(totals.failedCalls);
  expect(found.sum('vitrine_tool_full_tokens_total')).toBe(totals.fullTokens);
  expect(found.sum('vitrine_tool_sent_tokens_total')).toBe(totals.sentTokens);
  expect(found.sum('vitrine_tool_withheld_tokens')).toBe(totals.withheldTokens);
  expect(found.sum('vitrine_tool_avoided_tokens')).toBe(totals.avoidedTokens);
  expect(found.sum('vitrine_recalls_total', { tool: 'grep_file' })).toBe(totals.recalls);
  expect([totals.calls, totals.recalls, totals.avoidedTokens]).toEqual([5, 1, 24_948]);
});

test('what is taken back leaves the signed sums, and is counted as such', async () => {
  const { metrics, read } = bench();
  const call = sampleEntry({ toolName: 'grep_file', success: true, fullTokens: 500, sentTokens: 20 });
  const { conversationId, conversationTitle, runId, model, workspace, member, timestamp } = call;
  const location = {
    conversationId,
    conversationTitle,
    runId,
    model,
    workspace,
    member,
    timestamp,
    ...answerContext,
  };
  metrics.recorded(call);
  metrics.recorded({ ...location, id: 'back', kind: 'reversal', call });
  const found = await read();
  const tool = 'grep_file';
  expect(found.sum('vitrine_tool_withheld_tokens', { tool })).toBe(0);
  expect(found.sum('vitrine_tool_avoided_tokens', { tool })).toBe(0);
  expect(found.sum('vitrine_tool_full_tokens_total', { tool })).toBe(500);
  expect(found.sum('vitrine_tool_calls_taken_back_total', { tool })).toBe(1);
});

test('tokens of a model that were not reported are not zero: they are counted as unreported', async () => {
  const { metrics, read } = bench();
  const usage = {
    inputTokens: 100,
    cacheReadTokens: 80,
    cacheWriteTokens: null,
    outputTokens: 7,
    reasoningTokens: null,
  };
  metrics.recorded(sampleStep({ model: 'm', usage }));
  metrics.recorded(sampleStep({ model: 'm', usage: { ...usage, inputTokens: null, cacheReadTokens: null } }));
  const found = await read();
  const tokens = (kind: string) => found.sum('vitrine_model_tokens_total', { model: 'm', kind });
  expect([tokens('input'), tokens('cached'), tokens('output')]).toEqual([100, 80, 14]);
  expect(found.sum('vitrine_steps_total', { model: 'm' })).toBe(2);
  expect(found.sum('vitrine_model_usage_unreported_total')).toBe(1);
});

test('names that nobody configured make no series of their own', async () => {
  const { metrics, observer, read } = bench();
  for (let at = 0; at < 50; at += 1) {
    metrics.recorded(sampleEntry({ toolName: `made-up-${at}`, success: true, recalledTool: `gone-${at}` }));
    metrics.recorded(sampleStep({ model: `model-${at}` }));
    const run = observer.begin('run', {
      runId: `run_${at}`,
      conversationId: `conv_${at}`,
      model: `model-${at}`,
    });
    run.begin('tool_call', { tool: `made-up-${at}`, toolCallId: 'c', level: 'off', isRerun: false });
    run.begin('model_call', { model: `model-${at}` });
    run.end({ outcome: 'completed' });
  }
  const found = await read();
  expect(found.sum('vitrine_tool_calls_total', { tool: 'other' })).toBe(50);
  expect(found.sum('vitrine_steps_total', { model: 'other' })).toBe(50);
  expect(found.sum('vitrine_recalls_total', { tool: 'other' })).toBe(50);
  expect(found.text).not.toMatch(/made-up|gone-|model-\d|run_\d|conv_\d/);
});

test('runs count once they end, those that wait for people do not', async () => {
  const { observer, read } = bench();
  const location = { runId: 'run_1', conversationId: 'conv_1', model: 'm' };
  const run = observer.begin('run', location);
  expect((await read()).sum('vitrine_runs_active')).toBe(1);
  run.end({ outcome: 'waiting' });
  observer.begin('run', location).end({ outcome: 'aborted' });
  observer.begin('run', location).end(null);
  const found = await read();
  expect(found.sum('vitrine_runs_active')).toBe(0);
  expect(found.sum('vitrine_runs_total')).toBe(1);
  expect(found.sum('vitrine_runs_total', { outcome: 'aborted' })).toBe(1);
});

test('what is only looked at is reported as it is now, and what the store does not say is no number', async () => {
  const { metrics, read } = bench();
  metrics.storeFailed('ledger');
  metrics.answered('GET', 404);
  const found = await read();
  expect(found.sum('vitrine_conversations_pending')).toBe(2);
  expect(found.sum('vitrine_ledger_entries_set_aside')).toBe(3);
  expect(found.sum('vitrine_event_streams_open')).toBe(4);
  expect(found.sum('vitrine_conversations_without_runner')).toBe(1);
  expect(found.sum('vitrine_runners_known')).toBe(7);
  expect(found.sum('vitrine_runners_away')).toBe(6);
  expect(found.sum('vitrine_workspaces_away')).toBe(5);
  expect(found.sum('vitrine_store_failures_total', { during: 'ledger' })).toBe(1);
  expect(found.sum('vitrine_http_requests_total', { method: 'GET', status: '404' })).toBe(1);
  const away = await metrics.print({
    ...present,
    ...{ pendingConversations: null, conversationsWithoutRunner: null, runners: null },
  });
  for (const name of [
    'conversations_pending',
    'conversations_without_runner',
    'runners_known',
    'runners_away',
    'workspaces_away',
  ])
    expect(away).toContain(`vitrine_${name} Nan\n`);
});

test('entries of the audit log that wait are reported by the process that sends them, and are no number of the others', async () => {
  const { metrics, read } = bench();
  expect((await read()).sum('vitrine_audit_entries_unsent')).toBe(0);
  metrics.auditUnsent(3);
  expect((await read()).sum('vitrine_audit_entries_unsent')).toBe(3);
  metrics.auditUnsent(null);
  expect((await read()).text).toContain('vitrine_audit_entries_unsent Nan\n');
});
