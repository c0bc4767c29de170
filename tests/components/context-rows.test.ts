import { describe, expect, test } from 'vitest';
import { type ContextRow, contextRows } from '#components/artifacts/viewers/by-file/context-rows.ts';
import type { ContextSpan, OpenContext } from '#components/artifacts/viewers/by-file/open-contexts.ts';
import { parseMatches } from '#lib/core/algorithms/lines/parse-matches.ts';
import type { MatchContext } from '#lib/core/api/match-context.ts';

const fileLines = 200;
/** A response as the server sends it. */
const contextOf = (at: number, { above, below }: ContextSpan): MatchContext => {
  const from = Math.max(1, at - above);
  const to = Math.min(fileLines, at + below);
  const lines = Array.from({ length: to - from + 1 }, (_, index) => `text ${from + index}`);
  return { path: 'a.ts', from, lines, total: fileLines, cut: [] };
};
const opened = (at: number, count = 5): OpenContext => {
  const wanted = { above: count, below: count };
  return { at, wanted, shown: contextOf(at, wanted), isLoading: false, error: null };
};

const matchesAt = (...numbers: number[]) =>
  parseMatches(
    numbers.map((number) => `a.ts:${number}:text ${number}`),
    [],
  );
/** Each row as one word: `*` for a match, and for a gap the number of lines that can be loaded. */
const words = (rows: ContextRow[]) =>
  rows.flatMap((row) => {
    if (row.kind === 'match') return `${row.match.line}*`;
    if (row.kind === 'lines') return row.lines.map(({ line }) => `${line}`);
    return row.kind === 'more' ? `${row.side} ${row.of}: ${row.count}` : row.kind;
  });
const rowsOf = (
  numbers: number[],
  open: [of: number, context: OpenContext][],
  part: { isFirst?: boolean; nextNumber?: number; firstLine?: number } = {},
) =>
  contextRows(
    { matches: matchesAt(...numbers), firstLine: 1, isFirst: true, nextNumber: null, ...part },
    new Map(open),
  );
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

describe('context lines around matches', () => {
  test('appear before and after the match, with more to load at both ends', () => {
    const rows = rowsOf([40, 90], [[1, opened(40)]]);
    expect(words(rows)).toEqual([
      'above 1: 15',
      ...numbers(35, 39),
      '40*',
      ...numbers(41, 45),
      'below 1: 15',
      '90*',
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['more', 'lines', 'match', 'lines', 'more', 'match']);
  });

  test('appear once each, and a match among them appears once', () => {
    expect(words(rowsOf([38, 40, 43], [[2, opened(40)]]))).toEqual([
      ...['above 2: 15', '35', '36', '37', '38*', '39', '40*', '41', '42', '43*', '44', '45'],
      'below 2: 15',
    ]);
  });

  test('of two adjacent matches have no gap between them', () => {
    const both = rowsOf(
      [40, 48],
      [
        [1, opened(40)],
        [2, opened(48)],
      ],
    );
    expect(words(both)).toEqual([
      'above 1: 15',
      ...numbers(35, 39),
      '40*',
      ...numbers(41, 47),
      '48*',
      ...numbers(49, 53),
      'below 2: 15',
    ]);
    expect(words(rowsOf([40, 46], [[1, opened(40)]])).at(-1)).toBe('46*');
  });

  test('end at the end of the file, and at the maximum that is shown', () => {
    expect(words(rowsOf([2], [[1, opened(2)]]))).toEqual(['1', '2*', ...numbers(3, 7), 'below 1: 15']);
    expect(words(rowsOf([198], [[1, opened(198)]])).at(-1)).toBe('200');
    expect(words(rowsOf([10], [[1, opened(10, 20)]])).at(-1)).toBe('below 1: 30');
    expect(words(rowsOf([8], [[1, opened(8)]]))[0]).toBe('above 1: 2');
    const most = words(rowsOf([100], [[1, opened(100, 50)]]));
    expect([most.length, most[0], most.at(-1)]).toEqual([101, '50', '150']);
  });

  test('of a match at their edge continue beyond it', () => {
    expect(words(rowsOf([35, 40, 45], [[2, opened(40)]]))).toEqual([
      ...['above 2: 15', '35*', ...numbers(36, 39), '40*', ...numbers(41, 44), '45*'],
      'below 2: 15',
    ]);
  });

  test('between two sections of a file appear in the first section', () => {
    const open: [number, OpenContext][] = [[3, opened(50)]];
    const first = rowsOf([20, 47], open, { nextNumber: 50 });
    const second = rowsOf([50, 52], open, { isFirst: false, firstLine: 3 });
    expect(words(first)).toEqual(['20*', 'above 3: 15', '45', '46', '47*', '48', '49']);
    expect(words(second)).toEqual(['50*', '51', '52*', '53', '54', '55', 'below 3: 15']);
  });

  test('say when they are loading, unavailable or absent', () => {
    const wanted = { above: 5, below: 5 };
    const loading: OpenContext = { at: 40, wanted, shown: null, isLoading: true, error: null };
    expect(words(rowsOf([40], [[1, loading]]))).toEqual(['40*', 'loading']);
    const failed = { ...loading, isLoading: false, error: 'The file has changed.' };
    expect(rowsOf([40], [[1, failed]])[1]).toEqual({ kind: 'fault', of: 1, words: 'The file has changed.' });
    expect(words(rowsOf([40], [[1, { ...opened(40), error: 'No answer.' }]]))).toEqual([
      ...numbers(35, 39),
      ...['40*', 'fault'],
      ...numbers(41, 45),
    ]);
    const alone = { ...opened(1), shown: { ...contextOf(1, wanted), lines: ['text 1'], total: 1 } };
    expect(words(rowsOf([1], [[1, alone]]))).toEqual(['1*', 'alone']);
  });

  test('say which of them are cut', () => {
    const context = opened(40);
    const shown = { ...contextOf(40, context.wanted), cut: [{ line: 39, byteLength: 9_000 }] };
    const [, lines] = rowsOf([40], [[1, { ...context, shown }]]);
    expect(lines?.kind === 'lines' && lines.lines.map(({ cutByteLength }) => cutByteLength)).toEqual([
      ...[undefined, undefined, undefined, undefined],
      9_000,
    ]);
  });
});
