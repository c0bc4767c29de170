import { describe, expect, test } from 'vitest';
import { parseUnifiedDiff } from '#lib/core/algorithms/diff/parse-unified-diff.ts';
import { PatchError } from '#lib/core/algorithms/diff/patch-error.ts';
import { printUnifiedDiff } from '#lib/core/algorithms/diff/print-unified-diff.ts';

const read = (...lines: string[]) => parseUnifiedDiff(lines.map((line) => `${line}\n`).join(''));
const names = (...lines: string[]) =>
  read(...lines).files.map(({ oldPath, newPath, hunks }) => [oldPath, newPath, hunks.length]);
const refusal = (...lines: string[]) => {
  try {
    read(...lines);
    return 'read';
  } catch (error) {
    return error instanceof PatchError ? error.message : `threw ${error}`;
  }
};
const hunk = ['@@ -1,2 +1,2 @@', ' same', '-old', '+new'];
const head = ['--- a/x.ts', '+++ b/x.ts'];

describe('a patch is parsed', () => {
  test('in git’s format, for every kind of change', () => {
    const files = names(
      ...['commit 0123456789abcdef', 'Author: Ada', '', '    A subject', ''],
      ...['diff --git a/x.ts b/x.ts', 'index 83db48f..bf269f4 100644', ...head, ...hunk],
      ...['diff --git a/new.ts b/new.ts', 'new file mode 100644', 'index 0000000..bf269f4'],
      ...['--- /dev/null', '+++ b/new.ts', '@@ -0,0 +1 @@', '+one'],
      ...['diff --git a/empty b/empty', 'new file mode 100644', 'index 0000000..e69de29'],
      ...['diff --git a/gone.ts b/gone.ts', 'deleted file mode 100644', 'index bf269f4..0000000'],
      ...['--- a/gone.ts', '+++ /dev/null', '@@ -1 +0,0 @@', '-one'],
      ...['diff --git a/from b/to', 'similarity index 100%', 'rename from from', 'rename to to'],
      ...['diff --git a/f g b/h i', 'similarity index 80%', 'rename from f g', 'rename to h i'],
      ...['index 83db48f..bf269f4 100644', '--- a/f g\t', '+++ b/h i\t', ...hunk],
    );
    expect(files).toEqual([
      ['x.ts', 'x.ts', 1],
      [null, 'new.ts', 1],
      [null, 'empty', 0],
      ['gone.ts', null, 1],
      ['from', 'to', 0],
      ['f g', 'h i', 1],
    ]);
  });

  test('in plain format, with timestamps, without prefixes, and as an email', () => {
    expect(names('--- x.ts\t2026-01-01 00:00:00', '+++ x.ts\t2026-01-02 00:00:00', ...hunk)).toEqual([
      ['x.ts', 'x.ts', 1],
    ]);
    expect(
      names('Index: x.ts', '====', ...head, ...hunk, 'Index: y', '--- y', '+++ y', ...hunk),
    ).toHaveLength(2);
    expect(names('From 0123456789abcdef', 'Subject: x', ...head, ...hunk, '-- ', '2.39.2', '')).toHaveLength(
      1,
    );
    expect(names('Here it is:', '```diff', ...head, ...hunk, '```')).toHaveLength(1);
    expect(names('--- a/a/x', '+++ a/a/x', ...hunk)).toEqual([['a/a/x', 'a/a/x', 1]]);
  });

  test('with quoted file names', () => {
    expect(names('--- "a/caf\\303\\251 \\"x\\".ts"', '+++ "b/caf\\303\\251 \\"x\\".ts"', ...hunk)).toEqual([
      ['café "x".ts', 'café "x".ts', 1],
    ]);
  });

  test('with content lines that look like file headers', () => {
    const { files, notes } = read(
      ...head,
      '@@ -1,2 +1,2 @@',
      '--- a/y',
      '+++ b/y',
      ' end',
      '@@ -9 +9 @@',
      '-a',
      '+b',
    );
    expect(notes).toEqual([]);
    expect(files).toHaveLength(1);
    expect(files[0]?.hunks.map(({ lines }) => lines.map(({ mark, text }) => mark + text))).toEqual([
      ['--- a/y\n', '+++ b/y\n', ' end\n'],
      ['-a\n', '+b\n'],
    ]);
  });

  test('with a line that has no newline at the end', () => {
    const mark = '\\ No newline at end of file';
    const { files } = read(...head, '@@ -1 +1 @@', '-a', mark, '+b', mark);
    expect(files[0]?.hunks[0]?.lines).toEqual([
      { mark: '-', text: 'a' },
      { mark: '+', text: 'b' },
    ]);
  });

  test('with CRLF throughout as if it used LF, and with CRLF in its content unchanged', () => {
    const plain = [...head, ...hunk].map((line) => `${line}\n`).join('');
    expect(parseUnifiedDiff(plain.replaceAll('\n', '\r\n'))).toEqual(parseUnifiedDiff(plain));
    const { files } = read(...head, '@@ -1,2 +1,2 @@', ' same\r', '-old\r', '+new\r');
    expect(files[0]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(['same\r\n', 'old\r\n', 'new\r\n']);
  });

  test('without its final newline, and with empty context lines that lost their space', () => {
    const { files, notes } = parseUnifiedDiff([...head, '@@ -1,3 +1,3 @@', ' a', '', '-b', '+c'].join('\n'));
    expect(notes).toEqual([]);
    expect(files[0]?.hunks[0]?.lines[1]).toEqual({ mark: ' ', text: '\n' });
  });
});

describe('wrong hunk counts', () => {
  const counted = (header: string, ...after: string[]) =>
    read(...head, header, ' same', '-old', '+new', '+more', ...after);

  test('are corrected and reported if the end of the hunk is unambiguous', () => {
    for (const [header, after] of [
      ['@@ -1,9 +1,9 @@', []],
      ['@@ -1 +1 @@', []],
      ['@@ -1,5 +1,6 @@ function x() {', ['@@ -20 +21 @@', '-a', '+b']],
      ['@@ -1,2 +1,2 @@', ['--- a/y', '+++ b/y', '@@ -1 +1 @@', '-a', '+b']],
      ['@@ -1,7 +1,7 @@', ['', '']],
      ['@@ -1,7 +1,7 @@', ['```']],
    ] as [string, string[]][]) {
      const { files, notes } = counted(header, ...after);
      const shown = header.replace(' function x() {', '');
      expect(notes, header).toEqual([
        `x.ts: the counts of ${shown} were wrong, it was read as @@ -1,2 +1,3 @@`,
      ]);
      expect(printUnifiedDiff(files.slice(0, 1))).toContain('@@ -1,2 +1,3 @@\n same\n-old\n+new\n+more\n');
    }
  });

  test('are rejected if a change and the next file cannot be told apart', () => {
    expect(refusal(...head, '@@ -1,9 +1,9 @@', ' same', '--- a', '+++ b', ' end')).toMatch(
      /^Line 5 of the patch can be read as a change or as the next file/,
    );
  });
});

describe('a patch is rejected with its line number', () => {
  test('if it is malformed', () => {
    const cases: [RegExp, string[]][] = [
      [/^The patch names no file: a unified diff begins with/, ['just words']],
      [/^The patch names no file/, ['']],
      [/^Line 1 of the patch begins a hunk before any file is named/, hunk],
      [/^Line 3 of the patch is no hunk header .*: "@@ -1,x \+1 @@"$/, [...head, '@@ -1,x +1 @@', '-a']],
      [/^Line 3 of the patch is no hunk header/, [...head, '@@ @@', '-a']],
      [
        /^Line 5 of the patch is no line of a hunk, .*: "oops"$/,
        [...head, '@@ -1,3 +1,3 @@', ' a', 'oops', '-b'],
      ],
      [/^Line 7 of the patch belongs to no hunk: "oops"$/, [...head, ...hunk, 'oops']],
      [/^Line 3 of the patch heads a hunk without lines$/, [...head, '@@ -1,3 +1,3 @@']],
      [/^Line 2 of the patch names x.ts without a hunk$/, head],
      [/^Line 1 of the patch names no file on either side$/, ['--- /dev/null', '+++ /dev/null', ...hunk]],
      [/^Line 1 of the patch begins a file with two names, "x" and "y"/, ['--- a/x', '+++ b/y', ...hunk]],
      [/^Line 1 of the patch begins a rename that lacks/, ['rename from x', '--- a/x', '+++ b/y', ...hunk]],
      [
        /^Line 1 of the patch begins a rename whose names/,
        ['rename from x', 'rename to y', '--- a/x', '+++ b/z'],
      ],
      [/^Line 1 of the patch does not tell the name/, ['diff --git a/x y b/z', 'new file mode 100644']],
      [
        /^Line 1 of the patch begins another format: send a unified diff/,
        ['*** Begin Patch', '*** Update File: x'],
      ],
    ];
    for (const [words, lines] of cases) expect(refusal(...lines)).toMatch(words);
  });

  test('if it changes more than text', () => {
    const git = 'diff --git a/x b/x';
    const cases: [RegExp, string[]][] = [
      [/^Line 2 of the patch is about a binary file/, [git, 'Binary files a/x and b/x differ']],
      [/^Line 3 of the patch is about a binary file/, [git, 'index 1..2', 'GIT binary patch', 'literal 3']],
      [/^Line 2 of the patch changes the mode/, [git, 'old mode 100644', 'new mode 100755']],
      [
        /^Line 2 of the patch is about a symbolic link/,
        [git, 'new file mode 120000', '--- /dev/null', '+++ b/x'],
      ],
      [
        /^Line 2 of the patch is about a symbolic link/,
        [git, 'index 1..2 120000', '--- a/x', '+++ b/x', ...hunk],
      ],
      [
        /^Line 2 of the patch is about a submodule/,
        [git, 'index 1..2 160000', '--- a/x', '+++ b/x', ...hunk],
      ],
      [/^Line 2 of the patch copies a file/, [git, 'copy from x', 'copy to y']],
    ];
    for (const [words, lines] of cases) expect(refusal(...lines)).toMatch(words);
  });

  test('only ever with its own error, for any text', () => {
    const pieces = [
      ...head,
      ...hunk,
      'diff --git a/x b/y',
      'rename from x',
      '',
      '\\ No newline',
      '-- ',
      '@@',
      '"',
    ];
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let round = 0; round < 5_000; round += 1) {
      const lines = Array.from({ length: next(14) }, () => pieces[next(pieces.length)] ?? '');
      expect(refusal(...lines)).not.toMatch(/^threw/);
    }
  });
});
