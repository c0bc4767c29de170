import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUnifiedDiff } from '#lib/core/algorithms/diff/parse-unified-diff.ts';
import { printUnifiedDiff } from '#lib/core/algorithms/diff/print-unified-diff.ts';
import { visibleName } from '#lib/core/algorithms/text/visible-name.ts';

describe('a displayed file name', () => {
  test.each([
    ['a\nb.ts', 'a\\nb.ts'],
    ['a\r\nb.ts', 'a\\r\\nb.ts'],
    ['invoice\u202egnp.exe', 'invoice\\u202egnp.exe'],
    ['a\u200bb', 'a\\u200bb'],
    ['a\u2028b', 'a\\u2028b'],
    ['a\u001b[31mb', 'a\\u001b[31mb'],
    ['a\u0085b', 'a\\u0085b'],
    ['a\u{e0041}b', 'a\\udb40\\udc41b'],
    ['a\\nb', 'a\\\\nb'],
  ])('makes every character visible: %j', (name, shown) => {
    expect(visibleName(name)).toBe(shown);
  });

  test.each(['src/a.ts', 'odd name:1:x.ts', 'tab\t77', 'naïve/日本語.md', '👩\u200d💻.md', 'C\\temp'])(
    'is unchanged if nothing in it is hidden: %j',
    (name) => {
      expect(visibleName(name)).toBe(name);
    },
  );

  test('is one line, and decoding its JSON-style escapes gives a name that is displayed the same', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\\', 'n', 'u', '\n', '\r', '\u202e', '\u2028') }),
        (name) => {
          const shown = visibleName(name);
          expect(shown).not.toMatch(/[\n\r\u202e\u2028]/);
          const read = shown.replace(/\\(?:([nr\\])|u([0-9a-f]{4}))/g, (_, sign?: string, unit?: string) =>
            unit === undefined
              ? ({ n: '\n', r: '\r' }[sign ?? ''] ?? '\\')
              : String.fromCharCode(Number.parseInt(unit, 16)),
          );
          expect(visibleName(read)).toBe(shown);
        },
      ),
    );
  });

  test('in a diff header is written as git does, and parses back', () => {
    for (const path of ['a\u202eb.ts', 'a\u2028b.ts', 'a\u00adb', 'a\nb', 'plain.ts']) {
      const hunk = {
        oldStart: 1,
        oldLines: 0,
        newStart: 1,
        newLines: 1,
        heading: '',
        lines: [{ mark: '+' as const, text: 'x\n' }],
      };
      const text = printUnifiedDiff([{ oldPath: null, newPath: path, hunks: [hunk] }]);
      expect(text).not.toMatch(/[\u202e\u2028\u00ad]/);
      expect(parseUnifiedDiff(text).files[0]?.newPath).toBe(path);
    }
  });
});
