import { describe, expect, test } from 'vitest';
import { applyHunks } from '#lib/core/algorithms/diff/apply-hunks.ts';
import { parseUnifiedDiff } from '#lib/core/algorithms/diff/parse-unified-diff.ts';
import { patchText } from '#lib/core/algorithms/diff/patch-text.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';

const hunksOf = (...lines: string[]) =>
  parseUnifiedDiff(`--- a/x\n+++ b/x\n${lines.join('\n')}\n`).files[0]?.hunks ?? [];
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
const apply = (text: string, ...lines: string[]) => applyHunks(text, hunksOf(...lines), { mayMove: true });
const problemOf = (text: string, ...lines: string[]) =>
  apply(text, ...lines).results.map(({ problem }) => problem);

describe('a hunk', () => {
  test('applies at the line it names, even if the same lines also occur elsewhere', () => {
    const text = 'same\nold\nsame\nold\nsame\nold\n';
    const applied = apply(text, '@@ -3,2 +3,2 @@', ' same', '-old', '+new');
    expect(applied.text).toBe('same\nold\nsame\nnew\nsame\nold\n');
    expect(applied.results).toEqual([{ header: '@@ -3,2 +3,2 @@', line: 3, offset: 0, problem: null }]);
  });

  test('is matched at a nearby line, above or below, and shifts the hunks after it', () => {
    const down = apply(
      `above\nabove\n${numbered(30)}`,
      ...['@@ -5,2 +5,2 @@', ' line 5', '-line 6', '+six', '@@ -20 +20 @@', '-line 20', '+twenty'],
    );
    expect(down.results).toMatchObject([
      { line: 7, offset: 2 },
      { line: 22, offset: 2 },
    ]);
    const up = apply(numbered(30), '@@ -25,2 +25,2 @@', ' line 5', '-line 6', '+six');
    expect(up.results).toMatchObject([{ line: 5, offset: -20, problem: null }]);
    expect(up.text).toBe(numbered(30).replace('line 6', 'six'));
  });

  test('is rejected when the lines differ, with an error that shows both', () => {
    expect(problemOf(numbered(9), '@@ -3,2 +3,2 @@', ' line 3', '-line four', '+4')).toEqual([
      'line 4 of the file is "line 4", the patch expects "line four"',
    ]);
    expect(problemOf(numbered(3), '@@ -3,2 +3,2 @@', ' line 3', '-line four', '+4')).toEqual([
      'the file has 3 lines, the patch expects "line four" at line 4',
    ]);
    expect(problemOf('a  b\n', '@@ -1 +1 @@', '-a b', '+c')).toEqual([
      'line 1 of the file is "a  b", the patch expects "a b"',
    ]);
  });

  test('is rejected when it matches several positions but not its own', () => {
    expect(problemOf('x\nsame\nx\nsame\nx\n', '@@ -1 +1 @@', '-same', '+new')).toEqual([
      'its lines are not at line 1 but at 2, 4: give more context',
    ]);
  });

  test('is reported as already applied when the file has its new lines', () => {
    expect(problemOf('new\n', '@@ -1 +1 @@', '-old', '+new')).toEqual([
      'line 1 of the file is "new", the patch expects "old"; it looks applied already',
    ]);
  });

  test('with nothing to match is inserted at its line number, if the file has that line', () => {
    expect(apply('a\nb\n', '@@ -1,0 +2 @@', '+new').text).toBe('a\nnew\nb\n');
    expect(apply('', '@@ -0,0 +1 @@', '+new').text).toBe('new\n');
    expect(problemOf('a\n', '@@ -5,0 +6 @@', '+new')).toEqual(['the file has 1 line']);
  });

  test('is rejected when it overlaps or precedes the previous hunk', () => {
    const both = ['@@ -3 +3 @@', '-line 3', '+3', '@@ -2 +2 @@', '-line 2', '+2'];
    expect(problemOf(numbered(5), ...both)).toEqual([
      null,
      'it overlaps the hunk before it, or belongs before it',
    ]);
  });

  test('that fails leaves the file unchanged, and the other hunks still report their results', () => {
    const lines = [
      '@@ -1 +1 @@',
      '-line 1',
      '+1',
      '@@ -3 +3 @@',
      '-other',
      '+3',
      '@@ -5 +5 @@',
      '-line 5',
      '+5',
    ];
    const applied = apply(numbered(5), ...lines);
    expect(applied.text).toBeNull();
    expect(applied.results.map(({ problem }) => problem === null)).toEqual([true, false, true]);
  });

  test('moves only if moving is allowed', () => {
    const hunks = hunksOf('@@ -1 +1 @@', '-line 2', '+two');
    expect(applyHunks(numbered(3), hunks, { mayMove: true }).text).toBe('line 1\ntwo\nline 3\n');
    expect(applyHunks(numbered(3), hunks, { mayMove: false }).text).toBeNull();
  });

  test('of blank lines is matched against a file of blank lines in linear time', async () => {
    await expectLinear(400_000, (length) => {
      const text = '\n'.repeat(length);
      const [middle, count] = [length / 2, length / 50];
      const blank = Array.from({ length: count }, () => ' ');
      const lines = [`@@ -${middle},${count + 1} +${middle},${count} @@`, ...blank, '-x'];
      expect(problemOf(text, ...lines)[0]).toMatch(
        new RegExp(`^line ${middle + count} of the file is "", the patch expects "x"`),
      );
    });
  });
});

describe('a patch that does not mention', () => {
  const patched = (text: string, ...lines: string[]) => patchText(text, hunksOf(...lines)).text;

  test('line endings keeps those of the file', () => {
    expect(patched('a\r\nb\r\n', '@@ -1,2 +1,3 @@', ' a', '-b', '+c', '+d')).toBe('a\r\nc\r\nd\r\n');
    expect(patched('a\r\nb\n', '@@ -1,2 +1,2 @@', ' a', '-b', '+c')).toBeNull();
    expect(patched('a\r\nb\r\n', '@@ -1,2 +1,2 @@', ' a\r', '-b\r', '+c')).toBe('a\r\nc\n');
  });

  test('a byte order mark keeps the file’s mark', () => {
    expect(patched('\ufeffa\nb\n', '@@ -1,2 +1,2 @@', '-a', '+c', ' b')).toBe('\ufeffc\nb\n');
    expect(patched('\ufeffa\nb\n', '@@ -1,2 +1,2 @@', '-\ufeffa', '+a', ' b')).toBe('a\nb\n');
  });

  test('a final newline keeps it missing if the file has none', () => {
    expect(patched('a\nb', '@@ -1,2 +1,2 @@', ' a', '-b', '+c')).toBe('a\nc');
    expect(patched('a\r\nb', '@@ -1,2 +1,2 @@', ' a', '-b', '+c')).toBe('a\r\nc');
    const mark = '\\ No newline at end of file';
    expect(patched('a\nb', '@@ -1,2 +1,2 @@', ' a', '-b', mark, '+c')).toBe('a\nc\n');
  });
});
