import { describe, expect, test } from 'vitest';
import type { EarlierCall } from '#lib/tools/recall/repeated-recall.ts';
import { toolBench } from '#tests/support/tool-bench.ts';

const bench = toolBench({ 'many.txt': 'needle in a line\n'.repeat(900) });
const artifactId = (await bench.call('read_file', { path: 'many.txt' })).toolTelemetry.artifactId ?? '';
const note = 'You have asked this before; the answer is the same:';

/** Asks after others: each an answer that the model has had. */
async function recallAfter(earlier: object[], ask: object): Promise<string> {
  const calls = earlier.map(
    (input) => ({ arguments: input, completedAt: '2100-01-01T00:00:00.000Z' }) as EarlierCall,
  );
  const context = { earlierCalls: (toolName: string) => (toolName === 'recall_output' ? calls : []) };
  return await bench.resultOf('recall_output', ask, { context });
}

describe('the same recall', () => {
  const ask = { artifactId, query: 'needle', maxTokens: 200 };
  const { count } = bench.request().context;

  test('a second time says so first, and answers within the same bound', async () => {
    const first = await recallAfter([], ask);
    const second = await recallAfter([ask], ask);
    expect(second.startsWith(`${note}\n900 lines match "needle"`)).toBe(true);
    expect(count(second)).toBeLessThanOrEqual(200);
    expect(first).not.toContain(note);
    const short = { artifactId, lines: '1-2' };
    expect(await recallAfter([short], short)).toBe(`${note}\n${await recallAfter([], short)}`);
  });

  test('a third time is answered with where the answer is, and what else could be asked', async () => {
    const third = await recallAfter([ask, ask], ask);
    expect(third).toMatch(
      /^You have asked this 2 times; the answer stands above, unchanged \(900 lines match "needle"/,
    );
    expect(third).toMatch(/other lines, another query, or more maxTokens\.$/);
    expect(third).not.toContain('\n');
    expect(count(third)).toBeLessThan(80);
  });

  test('is the same only with the same arguments, spelled out or not', async () => {
    const others = [
      { artifactId, query: 'needle' },
      { artifactId, query: 'Needle', maxTokens: 200 },
      { artifactId, lines: '1', maxTokens: 200 },
      { artifactId: 'art_x', query: 'needle', maxTokens: 200 },
      { cut: 'nested too deep' },
    ];
    expect(await recallAfter(others, ask)).not.toContain(note);
    expect(await recallAfter([{ ...ask, lines: null, jsonPath: null }], ask)).toContain(note);
  });

  test('of a result that has come further since is a new question', async () => {
    const calls = [{ arguments: ask, completedAt: '2000-01-01T00:00:00.000Z' }];
    const context = { earlierCalls: () => calls };
    expect(await bench.resultOf('recall_output', ask, { context })).not.toContain(note);
  });
});
