import { expect, test } from 'vitest';
import { lines, viewOfCommand } from '#tests/support/view-of-command.ts';

const viewOf = async (command: string, text: string) => (await viewOfCommand(command, text)).text;

/** Commit `at` of 28, one a day. */
const commit = (at: number): string =>
  `commit ${'abcdef0123456789'.repeat(3).slice(at % 9, (at % 9) + 40)}\nAuthor: Ann <ann@example.test>\nDate:   Mon Mar ${at + 1} 10:00:00 2026 +0000\n\n    step ${at}\n`;
const ofSameDay = (at: number): string => commit(at).replace(/Mar \d+/, 'Mar 1');

test('a log in reverse begins with the oldest commit', async () => {
  for (const each of [commit, ofSameDay]) {
    const view = await viewOf('git log --reverse', lines(28, each));
    expect(view).toMatch(/^ oldest: .*: step 0$/m);
    expect(view).toMatch(/^ newest: .*: step 27$/m);
  }
  const backwards = await viewOf(
    'git log',
    lines(28, (at) => ofSameDay(27 - at)),
  );
  expect(backwards).toMatch(/^ newest: .*: step 27$/m);
});

test('commits behind a graph have their authors and subjects', async () => {
  const text = lines(28, (at) =>
    commit(27 - at)
      .split('\n')
      .map((line, index) => `${index === 0 ? '*' : '|'} ${line}`)
      .join('\n'),
  );
  const view = await viewOf('git log --graph', text);
  expect(view).toMatch(/^ newest: .* Ann: step 27$/m);
  expect(view).toContain('authors: Ann 28');
});

test('what commits changed is summed by file, however its name is padded', async () => {
  const stat = (at: number) =>
    ` src/core/price_of_a_parcel.py | 3 ++-\n src/core/other.py ${at % 2 ? '            ' : ''}| 2 ++\n 2 files changed, 4 insertions(+), 1 deletion(-)\n`;
  const view = await viewOf(
    'git log --stat',
    lines(28, (at) => `${commit(27 - at)}\n${stat(at)}`),
  );
  expect(view).toContain('28 commits, 2026-03-01 to 2026-03-28, +112 -28');
  expect(view).toMatch(/^most changed: src\/core\/price_of_a_parcel\.py 84, src\/core\/other\.py \+56$/m);
});

test('functions of one name in several files are said to be of several, and none of them to be gone', async () => {
  const diff = (path: string, body: string) =>
    `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1,4 +1,4 @@\n${body}`;
  const text =
    diff('a/f.py', '-def weigh(a):\n-    return a\n-\n') +
    diff('b/f.py', ' def weigh(a):\n-    return a\n+    return 2 * a\n') +
    Array.from({ length: 30 }, (_, at) =>
      diff(`c/g${at}.py`, ` def g${at}(a):\n-    return a\n+    return ${at} + a\n`),
    ).join('');
  const view = await viewOf('git diff', text);
  expect(view).toMatch(/weigh\(\) 5 in 2 files/);
  expect(view).not.toContain('gone');
});

test('conflicts that a difference shows are counted', async () => {
  const file = (at: number) =>
    `diff --cc src/f${at}.py\nindex 6c,4d..00\n--- a/src/f${at}.py\n+++ b/src/f${at}.py\n@@@ -8,3 -8,3 +8,7 @@@ def weigh(a)\n      return a\n++<<<<<<< HEAD\n +    return a - ${at}\n++=======\n+     return a + ${at}\n++>>>>>>> other\n`;
  expect(await viewOf('git diff', lines(12, file))).toContain('exit 0, 12 conflicts, 12 files');
});

test('a difference in reverse has the paths without their prefixes', async () => {
  const file = (at: number) =>
    `diff --git b/src/f${at}.py a/src/f${at}.py\nindex 1..2 100644\n--- b/src/f${at}.py\n+++ a/src/f${at}.py\n@@ -1,2 +1,2 @@\n def f${at}(a):\n-    return a\n+    return ${at} * a`;
  const view = await viewOf('git diff -R', lines(30, file));
  expect(view).toContain('src/');
  expect(view).not.toMatch(/[ab]\/src/);
});
