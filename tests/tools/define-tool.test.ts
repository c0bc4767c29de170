import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { defineTool } from '#lib/tools/define-tool.ts';
import type { ToolResult, ToolSuccess } from '#lib/tools/tool-result.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench();

const success = (text: ToolSuccess['fullResult'], change: Partial<ToolSuccess> = {}): ToolSuccess => ({
  resultType: 'success',
  fullResult: text,
  description: {
    type: 'log',
    title: 'a result',
    mimeType: 'text/plain',
    language: null,
    files: [],
    firstLine: 1,
    exitCode: null,
    counts: null,
  },
  ...change,
});

const noWords = { help: '', read: () => null };

const toolOf = (run: () => ToolResult | Promise<ToolResult>, audience: 'people' | 'model' = 'model') =>
  defineTool(
    { name: 'a_tool', audience },
    { description: '', inputSchema: z.unknown(), offline: noWords, run: async () => run() },
  );

async function* broken(error: Error) {
  yield Buffer.from('the first part\n');
  throw error;
}

describe('a tool that fails', () => {
  test('never throws into the loop: what was thrown is reported, bounded and well-formed', async () => {
    const thrown: unknown[] = [
      new Error('went wrong'),
      'a string',
      null,
      undefined,
      new Error('😀'.repeat(5_000)),
    ];
    for (const error of thrown) {
      const outcome = await bench.call(
        toolOf(() => {
          throw error;
        }),
        {},
      );
      expect(outcome).toMatchObject({ success: false, resultType: 'failure' });
      expect(outcome.result?.content).toBe(outcome.error?.message);
      expect(outcome.result?.content).toMatch(/^a_tool failed: /);
      expect(outcome.result?.content.length).toBeLessThanOrEqual(limits.toolErrorCharacters);
      expect(outcome.result?.content.isWellFormed()).toBe(true);
    }
  });

  test('while its bytes stream fails like any other, and leaves no artifact', async () => {
    const artifactIds: string[] = [];
    const newArtifactId = () => {
      artifactIds.push(`art_broken${artifactIds.length}`);
      return artifactIds.at(-1) ?? '';
    };
    const outcome = await bench.call(
      toolOf(() => success(broken(new Error('the disk went away')))),
      {},
      { newArtifactId },
    );
    expect(outcome).toMatchObject({
      success: false,
      result: { content: 'a_tool failed: the disk went away' },
      toolTelemetry: { artifactId: null, type: null, summarizer: null },
    });
    expect(artifactIds).toHaveLength(1);
    expect(await bench.stores.artifacts.get(artifactIds[0] ?? '')).toBeNull();
  });

  test('tells people its log, cut, and the model nothing of it', async () => {
    const outcome = await bench.call(
      toolOf(() => ({ resultType: 'denied', error: 'no', sessionLog: 'x'.repeat(20_000) })),
      {},
    );
    expect(outcome).toMatchObject({ resultType: 'denied', success: false, result: { content: 'no' } });
    expect(outcome.sessionLog).toHaveLength(limits.sessionLogBytes);
  });
});

describe('a run that is stopped', () => {
  const stopped = { success: false, result: { content: 'Stopped before it finished.' } };

  test('before the call starts none', async () => {
    let runs = 0;
    const tool = toolOf(() => {
      runs += 1;
      return success('x');
    });
    expect(await bench.call(tool, {}, { context: { signal: AbortSignal.abort() } })).toMatchObject(stopped);
    expect(runs).toBe(0);
  });

  test('while the tool works ends the call, whatever the tool throws', async () => {
    const controller = new AbortController();
    const tool = toolOf(() => {
      controller.abort();
      throw new Error('some mess');
    });
    expect(await bench.call(tool, {}, { context: { signal: controller.signal } })).toMatchObject(stopped);
  });

  test('while bytes stream ends the call, and leaves no artifact', async () => {
    const controller = new AbortController();
    async function* endless() {
      for (let round = 0; ; round += 1) {
        if (round === 10) controller.abort();
        if (round === 1_000) throw new Error('nobody stopped it');
        yield Buffer.from('line\n');
      }
    }
    const change = { context: { signal: controller.signal }, newArtifactId: () => 'art_stopped' };
    expect(
      await bench.call(
        toolOf(() => success(endless())),
        {},
        change,
      ),
    ).toMatchObject(stopped);
    expect(await bench.stores.artifacts.get('art_stopped')).toBeNull();
  });
});

describe('a result', () => {
  test('is reported with what it was, and its view is the one that is stored', async () => {
    const text = 'word '.repeat(2_000);
    const outcome = await bench.call(
      toolOf(() => success(text, { sessionLog: 'for people' })),
      { a: 1 },
    );
    const { artifactId } = outcome.toolTelemetry;
    expect(outcome).toMatchObject({
      success: true,
      resultType: 'success',
      sessionLog: 'for people',
      toolTelemetry: {
        type: 'log',
        title: 'a result',
        lineCount: 1,
        byteLength: 10_000,
        summarizer: 'general',
        tokenizer: 'o200k_base',
        relation: 'summary',
      },
    });
    expect(outcome.toolTelemetry.fullTokens).toBe(bench.request().context.count(text));
    expect(outcome.toolTelemetry.sentTokens).toBe(
      bench.request().context.count(outcome.result?.content ?? ''),
    );
    const record = await bench.stores.artifacts.get(artifactId ?? '');
    expect(record?.assistantView).toBe(outcome.result?.content);
    expect(record?.metadata).toMatchObject({
      arguments: { a: 1 },
      author: { id: 'm1', name: 'Ada' },
      conversationId: bench.conversationId,
      runId: 'run_bench',
      tool: 'a_tool',
    });
    const { createdAt, expiresAt } = record?.metadata ?? { createdAt: '', expiresAt: '' };
    const livesMs = Date.parse(expiresAt ?? '') - Date.parse(createdAt);
    expect(Math.abs(livesMs - 1_800_000)).toBeLessThan(5_000);
  });

  test('that says so stores nothing: its card shows the view itself', async () => {
    const tool = toolOf(() => ({ ...success('short'), isStored: false }));
    expect(await bench.call(tool, {})).toMatchObject({
      result: { content: 'short' },
      toolTelemetry: { artifactId: null, relation: 'equal' },
    });
  });

  test('is well-formed, whatever half characters a tool hands over', async () => {
    const outcome = await bench.call(
      toolOf(() => success('', { assistantView: 'no match: \ud83d', fullResult: 'a\udc00b' })),
      {},
    );
    expect(outcome.result?.content.isWellFormed()).toBe(true);
    expect((await bench.bytesOf(outcome)).toString()).toBe('a\ufffdb');
  });

  test('for people never tells the model a byte of it', async () => {
    const tool = toolOf(() => success('the-secret-word\n'.repeat(50)), 'people');
    expect(JSON.stringify(await bench.call(tool, {}))).not.toContain('secret');
  });
});
