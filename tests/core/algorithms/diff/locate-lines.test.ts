import { expect, test } from 'vitest';
import { createDiffLocator } from '#lib/core/algorithms/diff/locate-lines.ts';

const diff = `diff --git a/src/cart.js b/src/cart.js
index 1..2 100644
--- a/src/cart.js
+++ b/src/cart.js
@@ -10,4 +10,5 @@ function sum() {
 one
-two
+TWO
+2
 three
-- four
@@ -40,1 +41,0 @@
-gone
diff --git a/old.txt b/new.txt
similarity index 90%
rename from old.txt
rename to new.txt
--- a/old.txt
+++ b/new.txt
@@ -1,2 +1,2 @@
-a
+b
 c
diff --git a/logo.png b/logo.png
index 1..2 100644
Binary files a/logo.png and b/logo.png differ`.split('\n');

const locate = (...ranges: [from: number, to: number][]) => {
  const locator = createDiffLocator(ranges.map(([from, to]) => ({ from, to })));
  for (const line of diff) locator.line(line);
  return locator.finish();
};
const lineOf = (text: string) => diff.indexOf(text) + 1;

test.each([
  ['an added line', '+TWO', '+TWO', 'src/cart.js', [11, 11], false],
  ['a replacement, where it is in the new file', '-two', '+2', 'src/cart.js', [11, 12], false],
  ['deleted lines, where they were', '-two', '-two', 'src/cart.js', [11, 11], true],
  ['a deleted line that looks like a head', '-- four', '-- four', 'src/cart.js', [13, 13], true],
  ['lines of two hunks', ' three', '-gone', 'src/cart.js', [13, 13], false],
  ['a head alone', 'rename from old.txt', '+++ b/new.txt', 'new.txt', null, false],
  ['a renamed file', '+b', ' c', 'new.txt', [1, 2], false],
  [
    'lines of two files, in the first',
    '-gone',
    'diff --git a/old.txt b/new.txt',
    'src/cart.js',
    [40, 40],
    true,
  ],
  [
    'a binary file',
    'Binary files a/logo.png and b/logo.png differ',
    'Binary files a/logo.png and b/logo.png differ',
    'logo.png',
    null,
    false,
  ],
] as const)('%s', (_, first, last, path, lines, isDeleted) => {
  const [found] = locate([lineOf(first), lineOf(last)]);
  expect(found).toEqual({ path, lines: lines && { from: lines[0], to: lines[1] }, isDeleted });
});

test('several ranges are found in one reading, in their order; beyond the end there is nothing', () => {
  expect(locate([lineOf('+b'), lineOf('+b')], [lineOf('+TWO'), lineOf('+TWO')], [900, 901])).toEqual([
    { path: 'new.txt', lines: { from: 1, to: 1 }, isDeleted: false },
    { path: 'src/cart.js', lines: { from: 11, to: 11 }, isDeleted: false },
    { path: null, lines: null, isDeleted: false },
  ]);
});
