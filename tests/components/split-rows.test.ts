import { describe, expect, test } from 'vitest';
import { diffStates, parseDiffState } from '../../components/artifacts/viewers/diff/diff-state.ts';
import { parseDiff } from '../../components/artifacts/viewers/diff/parse-diff.ts';
import { sectionItems, sectionParts } from '../../components/artifacts/viewers/files/section-items.ts';
import { sharedRun } from '../../components/artifacts/viewers/files/shared-run.ts';
import { splitRows } from '../../components/artifacts/viewers/files/split-rows.ts';

const head = ['--- a/x.ts', '+++ b/x.ts'];
const sides = (lines: readonly string[]) =>
  splitRows(parseDiff(lines, parseDiffState(''), new Map())).map((row) =>
    row.kind === 'pair' ? [row.left?.text ?? null, row.right?.text ?? null] : row.row.kind,
  );

describe('a diff side by side', () => {
  test('has deleted lines beside the added ones in their place, and what stayed on both sides', () => {
    expect(sides([...head, '@@ -1,4 +1,3 @@', ' a', '-b', '-c', '+B', ' d'])).toEqual([
      'head',
      'hunk',
      ['a', 'a'],
      ['b', 'B'],
      ['c', null],
      ['d', 'd'],
    ]);
  });

  test('keeps a pair together where the file ends without a newline', () => {
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

  test('begins a new change with a deletion after additions', () => {
    expect(sides([...head, '@@ -1,2 +1,2 @@', '-a', '+A', '-b', '+B'])).toEqual([
      'head',
      'hunk',
      ['a', 'A'],
      ['b', 'B'],
    ]);
  });
});

describe('a change that is cut by where lines are fetched', () => {
  const lines = [...head, '@@ -1,9 +1,9 @@', ' a', '-b', '-c'];
  test('is shown whole with the lines it begins in', () => {
    expect(sharedRun(lines, '', ['+B', '+C', ' d'])).toBe(2);
    expect(sharedRun(lines, '', ['+B', '+C', '-e', ' d'])).toBe(2);
    expect(sharedRun([...lines, ' d'], '', ['+B', ' e'])).toBe(0);
  });
  test('is cut where it began before them, or goes on for longer than is here', () => {
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

describe('files one after another', () => {
  test('are in parts that never cross what is fetched together', () => {
    expect(sectionParts({ from: 41, lineCount: 65 })).toEqual([
      { index: 0, chunk: 0, from: 40, to: 50 },
      { index: 1, chunk: 1, from: 0, to: 50 },
      { index: 2, chunk: 2, from: 0, to: 5 },
    ]);
  });
  test('leave nothing but their head when folded', () => {
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
