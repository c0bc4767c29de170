import { describe, expect, test } from 'vitest';
import { answerContext, type CallEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { sumSavings } from '#lib/core/vocabulary/ledger/savings.ts';
import { toolBench } from '../support/tool-bench.ts';

const text = Array.from({ length: 2_000 }, (_, at) => `line ${at}\n`).join('');
const files = { 'a.txt': text, 'b.bin': Buffer.alloc(9_000), 'small.txt': 'x\n' };

describe('the ledger', () => {
  test('has each call once, with the figures of its telemetry', async () => {
    const bench = toolBench(files);
    const outcome = await bench.call('read_file', { path: 'a.txt' }, { toolCallId: 'call-x' });
    const { fullTokens, sentTokens, artifactId, summarizer } = outcome.toolTelemetry;
    expect(await bench.recorded()).toEqual([
      {
        kind: 'call',
        id: 'run_bench:call-x',
        timestamp: expect.any(String),
        conversationId: bench.conversationId,
        conversationTitle: 'A conversation',
        runId: 'run_bench',
        toolCallId: 'call-x',
        stepId: 'run_bench:msg_1',
        toolName: 'read_file',
        title: 'a.txt',
        artifactId,
        summarizer,
        level: 'balanced',
        widenedTokens: null,
        model: 'demo',
        workspace: expect.any(String),
        member: { id: 'm1', name: 'Ada' },
        success: true,
        fullTokens,
        isEstimated: false,
        sentTokens,
        tokenizer: 'o200k_base',
        recalledTool: null,
        recalledKind: null,
        recalledArtifactId: null,
        recallAsk: null,
        ...answerContext,
      } satisfies CallEntry,
    ]);
    expect(fullTokens).toBe(bench.request().context.count(text));
    await bench.call('read_file', { path: 'a.txt' }, { toolCallId: 'call-x' });
    expect(await bench.recorded()).toHaveLength(1);
  });

  test('has the call before it is answered', async () => {
    const bench = toolBench(files);
    const order: string[] = [];
    const { ledger } = bench.stores;
    const slow = {
      ...ledger,
      async record(entry: CallEntry) {
        await new Promise((done) => setTimeout(done, 50));
        order.push('recorded');
        return await ledger.record(entry);
      },
    };
    await bench.call('read_file', { path: 'a.txt' }, { ledger: slow });
    order.push('answered');
    expect(order).toEqual(['recorded', 'answered']);
  });

  test('credits nothing for failed calls and for what is not text', async () => {
    const bench = toolBench(files);
    await bench.call('read_file', { path: 'none' });
    await bench.call('read_file', {});
    await bench.call('read_file', { path: 'b.bin' });
    await bench.call('render_file_contents', { path: 'b.bin' });
    const entries = await bench.recorded();
    expect(entries.map(({ success, fullTokens }) => [success, fullTokens])).toEqual([
      [false, null],
      [false, null],
      [true, null],
      [true, null],
    ]);
    expect(sumSavings(entries, 'tool').totals).toMatchObject({ calls: 4, failedCalls: 2, avoidedTokens: 0 });
  });

  test('credits what was shown to people only, and nothing for what passed whole', async () => {
    const bench = toolBench(files);
    await bench.call('render_file_contents', { path: 'a.txt' });
    await bench.call('read_file', { path: 'small.txt' });
    const [shown, whole] = await bench.recorded();
    expect((shown?.fullTokens ?? 0) - (shown?.sentTokens ?? 0)).toBeGreaterThan(5_000);
    expect(whole?.fullTokens).toBe(whole?.sentTokens);
  });

  test('knows which tool a recall came back to, and credits the recall nothing', async () => {
    const bench = toolBench(files);
    const outcome = await bench.call('grep_file', { pattern: 'line', path: 'a.txt' });
    const { artifactId } = outcome.toolTelemetry;
    await bench.call('recall_output', { artifactId, lines: '5-9' });
    await bench.call('recall_output', { artifactId: 'art_none', lines: '5-9' });
    const [, recall, failed] = await bench.recorded();
    expect(recall).toMatchObject({
      toolName: 'recall_output',
      recalledTool: 'grep_file',
      recalledKind: 'grep',
      recalledArtifactId: artifactId,
      recallAsk: 'lines 5-9',
      success: true,
    });
    expect(recall?.fullTokens).toBe(recall?.sentTokens);
    expect(failed).toMatchObject({ recalledTool: null, recalledArtifactId: null, success: false });
  });
});

describe('a ledger that is down', () => {
  test('loses the entry and not the call', async () => {
    const bench = toolBench(files);
    const down = { ...bench.stores.ledger, record: () => Promise.reject(new Error('down')) };
    for (const path of ['a.txt', 'none']) {
      const outcome = await bench.call('read_file', { path }, { ledger: down });
      expect(outcome.success).toBe(path === 'a.txt');
    }
    expect(bench.failures).toEqual([new Error('down'), new Error('down')]);
  });
});
