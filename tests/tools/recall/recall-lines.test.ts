import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { toolBench } from '#tests/support/tool-bench.ts';

const key = [
  '-----BEGIN PRIVATE KEY-----',
  ...Array.from({ length: 40 }, (_, at) => `KEY${at}`),
  '-----END PRIVATE KEY-----',
];
const bench = toolBench({
  'many.txt': Array.from({ length: 3_000 }, (_, at) => `line ${at + 1}\n`).join(''),
  'key.txt': [...Array.from({ length: 300 }, () => 'before'), ...key, 'after'].join('\n'),
  'long.txt': `first\n${'x'.repeat(30_000)}\nlast\n`,
});
const ids: Record<string, string> = {};
beforeAll(async () => {
  for (const path of ['many.txt', 'key.txt', 'long.txt'])
    ids[path] = (await bench.call('read_file', { path })).toolTelemetry.artifactId ?? '';
});
const recall = (path: string, lines: string, change: object = {}, context: object = {}) =>
  bench.resultOf('recall_output', { artifactId: ids[path], lines, ...change }, { context });

describe('several ranges', () => {
  test('come in one answer, told apart', async () => {
    expect(await recall('many.txt', '1-2, 40,L50-L51')).toBe(
      '1\tline 1\n2\tline 2\n--\n40\tline 40\n--\n50\tline 50\n51\tline 51',
    );
  });

  test('of which some are past the end give the others', async () => {
    expect(await recall('many.txt', '2999-3005,4000-4001')).toBe('2999\tline 2999\n3000\tline 3000');
  });

  test('of which one is none are refused', async () => {
    for (const lines of ['1-2,', ',', '1,x', '1;;2', '2-1,3']) {
      const outcome = await bench.call('recall_output', { artifactId: ids['many.txt'], lines });
      expect(outcome.error?.message, lines).toContain('is no range of lines');
    }
  });
});

describe('lines that do not fit', () => {
  test('end with the line to go on from, and from there the rest follows without a gap', async () => {
    let lines = '1-300';
    const seen: number[] = [];
    for (let calls = 0; lines !== '' && calls < 20; calls += 1) {
      const view = await recall('many.txt', lines, { maxTokens: 300 });
      seen.push(...[...view.matchAll(/^(\d+)\t/gm)].map((match) => Number(match[1])));
      lines = /go on with lines "([\d-]+)"\)$/.exec(view)?.[1] ?? '';
    }
    expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  });

  test('for a line longer than the budget name the way into it', async () => {
    const view = await recall('long.txt', '2-3', { maxTokens: 100 });
    expect(view).toMatch(/^2\tx+\n\(cut at 100 tokens, within a line: find more of it by a query\)$/);
    expect(bench.request().context.count(view)).toBeLessThanOrEqual(100);
  });
});

describe('secrets', () => {
  /** Masks what stands in a private key, as the masker of a conversation does: it has to see where the key begins. */
  const createMask = () => {
    let isWithin = false;
    return (text: string) =>
      text
        .split('\n')
        .map((line) => {
          if (line.startsWith('-----BEGIN')) isWithin = true;
          const masked = isWithin && line !== '' ? '[masked]' : line;
          if (line.startsWith('-----END')) isWithin = false;
          return masked;
        })
        .join('\n');
  };

  test('are masked in lines from within them', async () => {
    expect(await recall('key.txt', '320-321', {}, { createMask })).toBe('320\t[masked]\n321\t[masked]');
    expect(await recall('key.txt', '341-343', {}, { createMask })).toBe(
      '341\t[masked]\n342\t[masked]\n343\tafter',
    );
    expect(await recall('key.txt', '1,320', {}, { createMask })).toBe('1\tbefore\n--\n320\t[masked]');
  });

  test('are neither shown nor found by a query', async () => {
    const ask = { artifactId: ids['key.txt'], query: 'key1' };
    expect(await bench.resultOf('recall_output', ask)).toMatch(/^11 lines match/);
    expect(await bench.resultOf('recall_output', ask, { context: { createMask } })).toBe('no match: "key1"');
    const around = await bench.resultOf(
      'recall_output',
      { ...ask, query: 'after' },
      { context: { createMask } },
    );
    expect(around).toContain('[masked]');
    expect(around).not.toContain('KEY');
  });

  test('that the end of a cut line may hold half of are not shown', async () => {
    const half = 'x'.repeat(limits.lineCharacters - 20);
    const other = toolBench({
      'half.txt': `${half}secret-in-two-halves-of-which-one-is-seen\n`.padEnd(9_000, 'y'),
    });
    const artifactId = (await other.call('read_file', { path: 'half.txt' })).toolTelemetry.artifactId ?? '';
    const masking = { createMask: () => (text: string) => text.replace(/^x/, 'X') };
    const view = await other.resultOf('recall_output', { artifactId, lines: '1' }, { context: masking });
    expect(view).toMatch(/^1\tXx+… \(the line has/);
    expect(view).not.toContain('secret');
  });
});
