import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChunkStates } from '#components/artifacts/text/chunk-states.ts';
import { diffStates, parseDiffState } from '#components/artifacts/viewers/diff/diff-state.ts';
import { type DiffRow, type DiffTextRow, parseDiff } from '#components/artifacts/viewers/diff/parse-diff.ts';

const none = new Map<number, number>();
const rowsOf = (text: string, openState = ''): DiffRow[] =>
  parseDiff(text.replace(/\n$/, '').split('\n'), parseDiffState(openState), none);
const textRows = (rows: DiffRow[]) =>
  rows.filter((row): row is DiffTextRow => ['context', 'add', 'del'].includes(row.kind));
/** A row in short: `12|12 text`, with a dot for a missing number. */
const brief = (row: DiffRow): string => {
  if (row.kind === 'head')
    return `${row.status} ${row.oldPath ?? '.'} > ${row.path ?? '.'} (${row.lineCount})`;
  if (row.kind === 'hunk' || row.kind === 'note') return `${row.kind} ${row.text}`;
  return `${row.kind} ${row.oldNumber ?? '.'}|${row.newNumber ?? '.'} ${row.text}`;
};

describe('parsing a unified diff', () => {
  test('gives each line its old and new number, and each file header one row', () => {
    const rows = rowsOf(
      [
        '--- a/src/limits/token-bucket.ts',
        '+++ b/src/limits/token-bucket.ts',
        '@@ -45,3 +45,3 @@ function refill',
        '     tokens = 1',
        '-    refilledAtMs = nowMs',
        '+    refilledAtMs += intervals * intervalMs',
        '   }',
      ].join('\n'),
    );
    expect(rows.map(brief)).toEqual([
      'changed src/limits/token-bucket.ts > src/limits/token-bucket.ts (2)',
      'hunk @@ -45,3 +45,3 @@ function refill',
      'context 45|45     tokens = 1',
      'del 46|.     refilledAtMs = nowMs',
      'add .|46     refilledAtMs += intervals * intervalMs',
      'context 47|47   }',
    ]);
  });

  test('names new, deleted and renamed files, also from git’s own headers', () => {
    const rows = rowsOf(
      [
        '--- /dev/null',
        '+++ b/new.ts',
        '@@ -0,0 +1 @@',
        '+one',
        '--- a/old.ts\t2026-11-22 10:00:00',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-one',
        'diff --git a/from.ts b/to.ts',
        'similarity index 100%',
        'rename from from.ts',
        'rename to to.ts',
        'diff --git a/empty file b/empty file',
        'new file mode 100644',
        'index 0000000..e69de29',
        'diff --git a/logo.png b/logo.png',
        'index 1234567..89abcde 100644',
        'Binary files a/logo.png and b/logo.png differ',
        'rename from b.ts',
        'rename to c.ts',
        '--- a/b.ts',
        '+++ b/c.ts',
        'rename from d.ts',
        'rename to e.ts',
        '--- a/d.ts',
        '+++ b/e.ts',
      ].join('\n'),
    );
    expect(rows.map(brief)).toEqual([
      'added . > new.ts (2)',
      'hunk @@ -0,0 +1 @@',
      'add .|1 one',
      'deleted old.ts > old.ts (2)',
      'hunk @@ -1 +0,0 @@',
      'del 1|. one',
      'renamed from.ts > to.ts (4)',
      'added . > empty file (3)',
      'changed logo.png > logo.png (2)',
      'note Binary files a/logo.png and b/logo.png differ',
      'renamed b.ts > c.ts (4)',
      'renamed d.ts > e.ts (4)',
    ]);
  });

  test('does not mistake deleted and added lines for a file header', () => {
    const rows = rowsOf('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n @@ -1 +1 @@');
    expect(rows.slice(2).map(brief)).toEqual(['del 1|. -- a/y', 'add .|1 ++ b/y', 'context 2|2 @@ -1 +1 @@']);
  });

  test('notes a missing final newline, and still compares the lines around it', () => {
    const end = '\\ No newline at end of file';
    const rows = rowsOf(`--- a/x\n+++ b/x\n@@ -1 +1 @@\n-const a = 1\n${end}\n+const a = 2\n${end}`);
    expect(rows.slice(2).map(brief)).toEqual([
      'del 1|. const a = 1',
      'note No newline at end of file',
      'add .|1 const a = 2',
      'note No newline at end of file',
    ]);
    expect(textRows(rows).map(({ marks }) => marks)).toEqual([[[10, 11]], [[10, 11]]]);
  });

  test('pairs each changed line with its replacement, and leaves lines without one unpaired', () => {
    const rows = rowsOf('@@ -1,3 +1,2 @@\n-let a = 1\n-let b = 1\n-let c = 1\n+let a = 2\n+let b = 2');
    expect(textRows(rows).map(({ marks }) => marks.length)).toEqual([1, 1, 0, 1, 1]);
  });

  test('marks no words in a line that is cut', () => {
    const lines = ['@@ -1 +1 @@', '-let a = 1', '+let a = 2'];
    const rows = parseDiff(lines, parseDiffState(''), new Map([[2, 5_000]]));
    expect(textRows(rows).map(({ marks }) => marks)).toEqual([[], []]);
  });

  test('returns lines that are not a diff unchanged', () => {
    expect(rowsOf('Only in a: x\n+ hello').map(brief)).toEqual(['note Only in a: x', 'note + hello']);
  });
});

const line = fc.constantFrom(
  '',
  ' ',
  'a',
  '-- a/x',
  '++ b/x',
  '@@ x',
  'b c',
  '\\ d',
  '\tint x;',
  'const a = 1',
);
const file = fc.array(line, { maxLength: 60 });

describe('any diff of two files', () => {
  test('contains both files, with continuous line numbers if all lines are shown', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const text = (lines: string[]) => lines.map((each) => `${each}\n`).join('');
        const patch = createTwoFilesPatch('a/x', 'b/x', text(before), text(after), undefined, undefined, {
          context: 1_000,
        });
        const rows = textRows(rowsOf(patch.replace(/^=+\n/, '')));
        if (rows.length === 0) return;
        const side = (numberOf: (row: DiffTextRow) => number | null) =>
          rows.filter((row) => numberOf(row) !== null).map((row) => [numberOf(row), row.text]);
        expect(side((row) => row.oldNumber)).toEqual(before.map((each, position) => [position + 1, each]));
        expect(side((row) => row.newNumber)).toEqual(after.map((each, position) => [position + 1, each]));
      }),
    );
  });

  test('parses the same in chunks as in one piece once all earlier chunks are loaded', () => {
    fc.assert(
      fc.property(file, file, fc.integer({ min: 2, max: 7 }), (before, after, size) => {
        const patch = createTwoFilesPatch('a/x', 'b/x', before.join('\n'), after.join('\n'));
        const lines = patch.replace(/^=+\n/, '').replace(/\n$/, '').split('\n');
        const chunks = Array.from({ length: Math.ceil(lines.length / size) }, (_, index) =>
          lines.slice(index * size, (index + 1) * size),
        );
        const stateBefore = createChunkStates(diffStates, (chunk) => chunks[chunk] ?? null);
        const inChunks = chunks.flatMap((chunk, index) =>
          textRows(parseDiff(chunk, parseDiffState(stateBefore(index)), none)).map(brief),
        );
        expect(inChunks).toEqual(textRows(rowsOf(lines.join('\n'))).map(brief));
      }),
    );
  });
});

describe('a part of a diff whose beginning is not loaded', () => {
  test('has no line numbers before the next hunk, rather than wrong ones', () => {
    const rows = rowsOf(' a\n-b\n+c\n@@ -9 +9 @@\n d\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-e', diffStates.unknown);
    expect(rows.map(brief)).toEqual([
      'context .|. a',
      'del .|. b',
      'add .|. c',
      'hunk @@ -9 +9 @@',
      'context 9|9 d',
      'changed y > y (2)',
      'hunk @@ -1 +1 @@',
      'del 1|. e',
    ]);
  });

  test('does not pair additions with deletions that are not loaded', () => {
    const before = diffStates.after(['@@ -1,2 +1,2 @@', '-let a = 1'], '');
    const rows = textRows(rowsOf('-let b = 1\n+let a = 2\n+let b = 2', before));
    expect(rows.map(({ marks }) => marks.length)).toEqual([1, 0, 1]);
  });
});
