import { describe, expect, test } from 'vitest';
import { sectionItems, sectionParts } from '#components/artifacts/viewers/by-file/section-items.ts';
import { sharedRun } from '#components/artifacts/viewers/by-file/shared-run.ts';
import { splitRows } from '#components/artifacts/viewers/by-file/split-rows.ts';
import { diffStates, parseDiffState } from '#components/artifacts/viewers/diff/diff-state.ts';
import { parseDiff } from '#components/artifacts/viewers/diff/parse-diff.ts';

const head = ['--- a/x.ts', '+++ b/x.ts'];
const sides = (lines: readonly string[]) =>
  splitRows(parseDiff(lines, parseDiffState(''), new Map())).map((row) =>
    row.kind === 'pair' ? [row.left?.text ?? null, row.right?.text ?? null] : row.row.kind,
  );

describe('a side-by-side diff', () => {
  test('shows deleted lines beside the added lines that replace them, and unchanged lines on both sides', () => {
    expect(sides([...head, '@@ -1,4 +1,3 @@', ' a', '-b', '-c', '+B', ' d'])).toEqual([
      'head',
      'hunk',
      ['a', 'a'],
      ['b', 'B'],
      ['c', null],
      ['d', 'd'],
    ]);
  });

  test('keeps a pair together if the file ends without a newline', () => {
    expect(
      sides([
        ...head,
        '@@ -1 +1 @@',
        '-b',
        '\\ No newline at end of file',
        '+B',
        '\\ No newline at end of file',
      ]),
    ).toEqual(['head', 'hunk', ['b', 'B'], 'note', 'note']);
  });

  test('starts a new change if a deletion follows additions', () => {
    expect(sides([...head, '@@ -1,2 +1,2 @@', '-a', '+A', '-b', '+B'])).toEqual([
      'head',
      'hunk',
      ['a', 'A'],
      ['b', 'B'],
    ]);
  });
});

describe('a change at the edge of loaded lines', () => {
  const lines = [...head, '@@ -1,9 +1,9 @@', ' a', '-b', '-c'];
  test('is shown completely with the lines it starts in', () => {
    expect(sharedRun(lines, '', ['+B', '+C', ' d'])).toBe(2);
    expect(sharedRun(lines, '', ['+B', '+C', '-e', ' d'])).toBe(2);
    expect(sharedRun([...lines, ' d'], '', ['+B', ' e'])).toBe(0);
  });
  test('is cut if it started before them, or is longer than what is loaded', () => {
    const open = diffStates.after(lines, '');
    expect(sharedRun(['-d', '-e'], open, ['+B', ' f'])).toBe(0);
    expect(
      sharedRun(
        lines,
        '',
        Array.from({ length: 50 }, () => '+x'),
      ),
    ).toBe(0);
    expect(sharedRun(lines, '', ['+B', '+C'])).toBe(2);
  });
});

describe('consecutive files', () => {
  test('are divided into parts that never cross the boundaries of loading', () => {
    expect(sectionParts({ from: 41, lineCount: 65 })).toEqual([
      { index: 0, chunk: 0, from: 40, to: 50 },
      { index: 1, chunk: 1, from: 0, to: 50 },
      { index: 2, chunk: 2, from: 0, to: 5 },
    ]);
  });
  test('show only their header if folded', () => {
    const sections = [
      { from: 1, lineCount: 10 },
      { from: 11, lineCount: 10 },
    ];
    expect(
      sectionItems(sections, (section) => section === 0).map(({ kind, section }) => [kind, section]),
    ).toEqual([
      ['head', 0],
      ['head', 1],
      ['part', 1],
    ]);
  });
});
