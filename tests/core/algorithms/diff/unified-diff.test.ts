import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyHunks } from '#lib/core/algorithms/diff/apply-hunks.ts';
import { makeHunks } from '#lib/core/algorithms/diff/make-hunks.ts';
import { parseUnifiedDiff } from '#lib/core/algorithms/diff/parse-unified-diff.ts';
import { patchText } from '#lib/core/algorithms/diff/patch-text.ts';
import { printUnifiedDiff } from '#lib/core/algorithms/diff/print-unified-diff.ts';
import { type FileDiff, reverseDiff } from '#lib/core/algorithms/diff/unified-diff.ts';
import { textLines } from '#lib/core/algorithms/text/text-lines.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';

/** Few distinct lines, so that they repeat; some look like diff syntax. */
const line = fc.constantFrom(
  '',
  'a',
  'b',
  'c',
  '-- a/x',
  '++ b/x',
  '@@ -1 +1 @@',
  '\\ No newline',
  ' ',
  '\t',
  'é€😀',
  '\r',
);
const someText = fc
  .record({
    lines: fc.array(line, { maxLength: 40 }),
    end: fc.constantFrom('\n', '\r\n'),
    isOpen: fc.boolean(),
  })
  .map(({ lines, end, isOpen }) => lines.join(end) + (isOpen ? '' : end));
const mixedText = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 30 })
  .map((lines) => lines.flat().join(''));
const anyText = fc.oneof(someText, mixedText);
/** A text, and the same text after a few edits. */
const pair = fc.oneof(
  fc.tuple(anyText, anyText),
  fc
    .tuple(
      anyText,
      fc.array(fc.tuple(fc.nat(40), fc.nat(3), fc.array(line, { maxLength: 3 })), { maxLength: 4 }),
    )
    .map(([text, changes]): [string, string] => {
      const lines = textLines(text);
      for (const [at, used, put] of changes) lines.splice(at, used, ...put.map((entry) => `${entry}\n`));
      return [text, lines.join('')];
    }),
);
const strictly = { mayMove: false };
const runs = { numRuns: 1_500 };

describe('a generated diff', () => {
  test('turns the old text into the new one, and reversed the new into the old', () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const hunks = makeHunks(before, after);
        expect(applyHunks(before, hunks, strictly).text).toBe(after);
        const back = reverseDiff({ oldPath: 'x', newPath: 'x', hunks });
        expect(applyHunks(after, back.hunks, strictly).text).toBe(before);
      }),
      runs,
    );
  });

  test('survives being printed and parsed', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 3 }), (pairs) => {
        const files = pairs.map(([before, after], at): FileDiff => {
          const hunks = makeHunks(before, after);
          return { oldPath: `old-${at}`, newPath: hunks.length === 0 ? `new-${at}` : `old-${at}`, hunks };
        });
        fc.pre(files.length > 0);
        expect(parseUnifiedDiff(printUnifiedDiff(files))).toEqual({ files, notes: [] });
      }),
      runs,
    );
  });

  test('can be applied by the code that applies the model’s patches', () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        expect(patchText(before, makeHunks(before, after)).text).toBe(after);
      }),
      runs,
    );
  });

  test('has three lines of context, and one hunk for nearby changes', () => {
    const before = Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`);
    const after = before.with(9, 'ten\n').with(16, 'seventeen\n').with(29, 'thirty\n');
    const hunks = makeHunks(before.join(''), after.join(''));
    const printed = printUnifiedDiff([{ oldPath: 'n.txt', newPath: 'n.txt', hunks }]);
    expect(printed.split('\n').filter((entry) => /^[-+@]/.test(entry))).toEqual([
      ...['--- a/n.txt', '+++ b/n.txt', '@@ -7,14 +7,14 @@', '-line 10', '+ten', '-line 17', '+seventeen'],
      ...['@@ -27,7 +27,7 @@', '-line 30', '+thirty'],
    ]);
  });

  test('marks a missing final newline, a new file and an emptied file as git does', () => {
    const print = (file: Partial<FileDiff>, before: string, after: string) =>
      printUnifiedDiff([{ oldPath: 'x', newPath: 'x', ...file, hunks: makeHunks(before, after) }]);
    expect(print({}, 'a', 'a\n')).toBe(
      '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n',
    );
    expect(print({ oldPath: null }, '', 'a\nb\n')).toBe('--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n');
    expect(print({}, 'a\n', '')).toBe('--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n');
    expect(print({ newPath: 'y z' }, 'a\n', 'a\n')).toBe(
      'rename from x\nrename to y z\n--- a/x\n+++ b/y z\n',
    );
  });

  test('of two unrelated texts is computed in linear time', async () => {
    await expectLinear(60_000, (length) => {
      const text = (word: string) => Array.from({ length }, (_, at) => `${word} ${at}\n`).join('');
      const [before, after] = [`same\n${text('old')}`, `same\n${text('new')}`];
      const hunks = makeHunks(before, after);
      expect(hunks).toHaveLength(1);
      expect(applyHunks(before, hunks, strictly).text).toBe(after);
    });
  });
});

describe('a path in a diff', () => {
  test('parses back to what was printed, for any path', () => {
    const path = fc
      .string({
        unit: fc.constantFrom('a', 'b', '/', ' ', '\t', '"', '\\', '\n', '\r', 'é', '😀', '\x01', '.'),
      })
      .filter((text) => text !== '');
    fc.assert(
      fc.property(path, path, (oldPath, newPath) => {
        fc.pre(oldPath !== newPath);
        const files = [{ oldPath, newPath, hunks: [] }];
        expect(parseUnifiedDiff(printUnifiedDiff(files)).files).toEqual(files);
      }),
      runs,
    );
  });
});
