import { describe, expect, test } from 'vitest';
import { git } from '#lib/split/git/git.ts';
import { recording } from '#scripts/split/recordings.ts';
import { scaled } from '#tests/support/scaled.ts';
import { type Run, understandText } from '#tests/support/understand-text.ts';

const many = scaled(100_000, 10_000);
const shown = many.toLocaleString('en-US');

const understand = (text: string, run: Run = {}) => understandText(text, git, run);
const lines = (count: number, make: (index: number) => string) =>
  `${Array.from({ length: count }, (_, index) => make(index)).join('\n')}\n`;

describe('what is recognised', () => {
  test('a diff is known by its first lines, whoever printed it', () => {
    const { text } = recording('git/diff');
    expect(understand(text, { command: './review.sh' }).kind).toBe('diff');
    expect(understand(text, { type: 'file', title: 'fix.patch' }).kind).toBe('diff');
    expect(understand(text, { type: 'diff', tool: 'apply_patch' }).verdict).toContain('9 files, +36 -85');
  });

  test('a log, a blame and a status are known by their marks', () => {
    expect(understand(recording('git/log').text, { command: 'make news' }).kind).toBe('git log');
    expect(understand(recording('git/blame').text, { command: './who.sh' }).kind).toBe('git blame');
    expect(understand(recording('git/status').text, { command: 'npm run check' }).kind).toBe('git status');
    expect(understand(recording('git/rebase-conflict').text, { command: './update.sh' }).kind).toBe('git');
    expect(understand(recording('git/patch-failed').text, { command: './apply.sh' }).kind).toBe('patch');
  });

  test('several commands in one line are reported beside each other', () => {
    const text = recording('git/status').text + recording('git/diff-stat').text;
    const { verdict } = understand(text, { command: 'git status && git diff --stat' });
    expect(verdict).toContain('git status: on main, 12 staged');
    expect(verdict).toContain('diff stat: 9 files, +36 -85');
  });

  test('options before the command are passed over', () => {
    const { kind } = understand(recording('git/log-oneline').text, {
      command: 'git -C shop --no-pager -c color.ui=never log --oneline | head -80',
    });
    expect(kind).toBe('git log');
  });

  test.each([
    ['a source that builds diffs', lines(40, (n) => `const line${n} = '--- a/file\\n+++ b/file';`)],
    ['what a test expected', 'FAIL adds\n--- expected\n+++ actual\n@@ -1 +1 @@\n-3\n+4\n'],
    [
      'what many tests expected',
      lines(
        30,
        (n) => `  ${n}) adds\n--- expected\n+++ actual\n@@ -1,2 +1,2 @@\n {\n-  "a": ${n}\n+  "a": 4`,
      ),
    ],
    ['what phpunit expected', 'F\n1) CartTest::total\n--- Expected\n+++ Actual\n@@ @@\n-3\n+4\n'],
    ['a list of hashes', lines(40, (n) => `${String(n).padStart(8, '0')}: 00 01 02 03`)],
    ['a table with bars', lines(40, (n) => ` name ${n} | 12 | 13`)],
    ['prose about commits', lines(40, () => 'commit early, commit often, and say what the Author: meant')],
  ])('%s is nothing of git', (_, text) => {
    expect(understand(text, { command: './run.sh' }).kind).toBe('general');
  });

  test('a file of source is no diff, though it holds one', () => {
    const text = `const patch = \`\n${recording('git/diff').text}\`;\n`;
    expect(understand(text, { type: 'file', language: 'typescript', title: 'a.ts' }).kind).toBe('general');
  });
});

describe('diffs', () => {
  const file = (path: string, body: string) =>
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${body}`;

  test('a diff of a diff counts its own lines alone', () => {
    const text = file(
      'fix.patch',
      '@@ -1,3 +1,7 @@ head\n diff --git a/x b/x\n---- a/x\n+--- a/y\n++++ b/y\n+@@ -1 +1 @@\n+-old\n++new\n @@ -9 +9 @@\n',
    );
    const { verdict, facts } = understand(text, { type: 'diff' });
    expect(verdict).toBe('fix.patch, +5 -1');
    expect(facts).toContain('3 + +++ b/y');
  });

  test('names with spaces, quoted names and no prefixes are read', () => {
    const text =
      'diff --git a/my file.md b/my file.md\n--- a/my file.md\n+++ b/my file.md\n@@ -1 +1 @@\n-a\n+b\n' +
      'diff --git "a/gr\\303\\274n.md" "b/gr\\303\\274n.md"\n--- "a/gr\\303\\274n.md"\n+++ "b/gr\\303\\274n.md"\n@@ -1 +1,2 @@\n a\n+b\n' +
      '--- old/c.ts\t2025-01-01\n+++ new/c.ts\t2025-01-02\n@@ -1 +0,0 @@\n-a\n';
    const { verdict, facts } = understand(text, { type: 'diff' });
    expect(verdict).toBe('3 files, +2 -2');
    expect(facts.slice(0, 3)).toEqual(['my file.md +1 -1', 'grün.md +1', 'new/c.ts -1']);
  });

  test('binary files, modes, copies and files of one side are reported', () => {
    const text =
      'diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n' +
      'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n' +
      'diff --git a/a.ts b/b.ts\nsimilarity index 100%\ncopy from a.ts\ncopy to b.ts\n' +
      'Only in new/lib: extra.ts\n';
    const { facts } = understand(text, { type: 'diff' });
    expect(facts).toEqual([
      'a.png binary',
      'run.sh made executable',
      'b.ts copied from a.ts',
      'new/lib/extra.ts only one side',
    ]);
  });

  test('files that are only said to differ are counted each, without a count of lines', () => {
    const text = ['a', 'b', 'c']
      .map((name) => `Files old/${name}.txt and new/${name}.txt differ\n`)
      .reduce((before, line, at) => `${before}Only in new: extra-${at}\n${line}`);
    const { verdict } = understand(text, { command: 'diff -rq old new' });
    expect(verdict).toBe('5 files, 2 on one side only, 3 modified');
  });

  test('a line of another program within a hunk ends nothing', () => {
    const text = file(
      'a.ts',
      '@@ -1,2 +1,4 @@ class A {\n one\nwarning: something else\n+two\n+three\n four\n',
    );
    expect(understand(text, { type: 'diff' }).verdict).toBe('a.ts, +2 -0');
  });

  test('a hunk that is cut is counted as far as it goes', () => {
    const { text } = recording('git/diff');
    expect(understand(text.slice(0, 1_500), { command: 'git diff' }).kind).toBe('diff');
  });

  test('a hundred thousand files are counted, and some held', () => {
    const text = lines(
      many,
      (n) => `diff --git a/f${n} b/f${n}\n--- a/f${n}\n+++ b/f${n}\n@@ -1 +1 @@ at ${n}\n-a\n+b`,
    );
    const { verdict, sections } = understand(text, { type: 'diff' });
    expect(verdict).toBe(`${shown} files, +${shown} -${shown}`);
    expect(Math.max(...sections.map(({ facts }) => facts.length))).toBeLessThanOrEqual(3_000);
  });
});

describe('new files', () => {
  const created = (path: string, added: readonly string[]) =>
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${added.length} @@\n${added.map((line) => `+${line}\n`).join('')}`;
  const filler = Array.from({ length: 30 }, (_, n) => `  // step ${n}`);

  test.each([
    [
      'exports:',
      'src/cart.ts',
      [
        'import a from "a";',
        'export const limit = 3;',
        'function own() {',
        ...filler,
        '}',
        'export class Cart {',
        '}',
        'export function total() {',
        '}',
      ],
      ['limit', 'class Cart', 'total()'],
    ],
    [
      'defines:',
      'shop/cart.py',
      ['LIMIT = 3', 'class Cart:', '    def total(self):', ...filler, 'def main():', '    pass'],
      ['LIMIT', 'class Cart', 'main()'],
    ],
    [
      'exports:',
      'src/cart.rs',
      ['pub const LIMIT: u32 = 3;', 'pub struct Cart {', ...filler, '}', 'fn own() {', '}'],
      ['LIMIT', 'struct Cart'],
    ],
  ])('what it %s (%s) is summarized by name', (heading, path, added, names) => {
    const { sections } = understand(created(path, added), { type: 'diff', tool: 'create_file' });
    const section = sections.find((one) => one.heading === heading);
    expect(section?.facts.map(({ text }) => text)).toEqual(names);
    expect(section?.total).toBe(names.length);
  });

  test('of several files, and of one that was there, no names are listed', () => {
    const one = created('src/a.ts', ['export const a = 1;', 'export const b = 2;']);
    const two = one + created('src/b.ts', ['export const c = 1;']);
    for (const text of [two, recording('git/diff').text]) {
      const { sections } = understand(text, { type: 'diff', tool: 'apply_patch' });
      expect(sections.filter(({ heading }) => heading === 'exports:' || heading === 'defines:')).toEqual([]);
    }
  });
});

describe('counts of what became of files and commits', () => {
  test('letters are counted, those of changed files too', () => {
    const text = lines(60, (n) => `${'AMMD'[n % 4]}\tsrc/file-${n}.ts`);
    const { verdict } = understand(text, { command: 'git diff --name-status v1 v2' });
    expect(verdict).toBe('60 files, 15 new, 15 deleted, 30 modified');
  });

  test('statistics above the change itself leave it its say', () => {
    const text = `${recording('git/diff-stat').text}\n${recording('git/diff').text}`;
    expect(understand(text, { command: 'git diff --stat -p v1' }).kind).toBe('diff');
    expect(understand(recording('git/diff-stat').text, { command: 'git diff --stat v1' }).kind).toBe(
      'diff stat',
    );
  });

  test('a bisection shows the commit that it found', () => {
    const hash = 'a4a88cbefd72454d7c7a7ca5ac07e3c5202f69ca';
    const text = [
      'Bisecting: 4 revisions left to test after this (roughly 2 steps)',
      `${hash} is the first bad commit`,
      `commit ${hash}`,
      'Author: Ines Marchetti <ines@ledger.example>',
      'Date:   Thu Mar 28 10:45:00 2024 +0100',
      '',
      '    money: simplify split()',
      '',
      'bisect found first bad commit',
      `# first bad commit: [${hash}] money: simplify split()`,
      '',
    ].join('\n');
    const { verdict, facts } = understand(text, { command: 'git bisect run ./check.sh' });
    expect(verdict).toContain('first bad commit a4a88cb');
    expect(facts[0]).toBe('a4a88cbefd Ines Marchetti: money: simplify split()');
  });

  test('the test that fails in a bisection is shown, and its files are counted once', () => {
    const hash = 'a4a88cbefd72454d7c7a7ca5ac07e3c5202f69ca';
    const text = [
      ...Array.from({ length: 120 }, (_, at) => `test_roundtrip_${at} (test_extra.Extra) ... ok`),
      'AssertionError: Lists differ: [-33, -34] != [-34, -33]',
      `${hash} is the first bad commit`,
      `commit ${hash}`,
      'Author: Ines Marchetti <ines@ledger.example>',
      'Date:   Thu Mar 28 10:45:00 2024 +0100',
      '',
      '    money: simplify split()',
      '',
      ' ledger/money.py  | 5 ++---',
      ' ledger/period.py | 6 +++---',
      ' 2 files changed, 5 insertions(+), 6 deletions(-)',
      'bisect found first bad commit',
      '',
    ].join('\n');
    const { verdict, findings } = understand(text, {
      command: 'git bisect start v1.3 v1.0 && git bisect run ./check.sh; git bisect reset; exit $rc',
    });
    expect(verdict).toBe('2 files, +5 -6, first bad commit a4a88cb');
    expect(findings).toContain('121: AssertionError: Lists differ: [-33, -34] != [-34, -33]');
  });

  test('what another command prints is not counted to the log', () => {
    const text = `${lines(20, (n) => `${(n + 1_000_000).toString(16).padStart(7, '0')} commit ${n}`)} src/a.ts | 4 ++--\n src/b.ts | 2 ++\n 2 files changed, 4 insertions(+), 2 deletions(-)\n`;
    const { verdict } = understand(text, { command: 'git log --oneline -20; git diff --stat' });
    expect(verdict).toBe('git log: 20 commits, diff stat: 2 files, +4 -2');
  });

  test('statistics, pulls and statuses of several are said to be sums', () => {
    const stat = ' src/a.ts | 4 ++--\n src/b.ts | 2 ++\n 2 files changed, 4 insertions(+), 2 deletions(-)\n';
    const stats = understand(stat.repeat(30), { command: 'git diff --stat a b; git diff --stat b c' });
    expect(stats.verdict).toContain('60 files, +120 -60, the sum of 30 changes');
    const pulled = `Updating 1111111..2222222\nFast-forward\n${stat}`;
    const pulls = understand(`${'Already up to date.\n'.repeat(6)}${pulled.repeat(20)}`, {
      command: 'for r in repo*; do git -C $r pull; done',
    });
    expect(pulls.verdict).toContain('6 up to date, 40 files, +80 -40, the sum of 20 changes');
    const status = (branch: string, path: string) =>
      `On branch ${branch}\nYour branch is behind 'origin/${branch}' by 1 commit.\n\nUntracked files:\n  (use "git add" to include it)\n\t${path}\n\n`;
    const statuses = understand(`${status('main', 'a.txt')}${status('next', 'b.txt')}`.repeat(10), {
      command: 'for r in *; do git -C $r status; done',
    });
    expect(statuses.verdict).toBe('the sum of 20 statuses, 20 untracked');
  });

  test('names alone tell nothing of what became of them', () => {
    const { verdict } = understand(
      lines(60, (n) => `src/file-${n}.ts`),
      { command: 'git diff --name-only v1' },
    );
    expect(verdict).toBe('60 files');
  });

  test('a path that is staged and changed again is one entry', () => {
    const text = `## main\n${lines(20, (n) => `${n < 5 ? 'MM' : 'A '} src/file-${n}.ts`)}`;
    const { verdict } = understand(text, { command: 'git status -sb' });
    expect(verdict).toBe('on main, 20 entries, 20 staged, 5 not staged');
  });

  test('a short log with subjects is counted by its heads', () => {
    const text =
      'Ada Lovelace (2):\n      start (1):\n      add totals\n\nGrace Hopper (1):\n      mend totals\n\n';
    const { kind, verdict, facts } = understand(text, { command: 'git shortlog v1..v2' });
    expect(kind).toBe('git shortlog');
    expect(verdict).toBe('3 commits, by 2 authors');
    expect(facts).toEqual(['Ada Lovelace 2', 'Grace Hopper 1']);
  });

  test('a hundred thousand authors are counted, and some held', () => {
    const text = lines(many, (n) => `     2\tAuthor ${n} <a${n}@example.org>`);
    const { verdict, sections } = understand(text, { command: 'git shortlog -sne' });
    expect(verdict).toBe(`${(2 * many).toLocaleString('en-US')} commits, by ${shown} authors`);
    expect(sections[0]?.facts.length).toBeLessThanOrEqual(200);
  });
});

describe('where a diff changed something', () => {
  const source =
    'diff --git a/lib/cart.ts b/lib/cart.ts\n--- a/lib/cart.ts\n+++ b/lib/cart.ts\n' +
    '@@ -1,4 +1,3 @@\n-import { old } from "./old.ts";\n \n export function total(cart: Cart) {\n-  return old(cart);\n+  return cart.sum;\n }\n' +
    '@@ -20,9 +19,11 @@ export class Shop {\n   open() {\n     this.isOpen = true;\n+    this.count += 1;\n   }\n-  private close(): void {\n-    this.isOpen = false;\n-  }\n+  toggle() {\n+    this.isOpen = !this.isOpen;\n+  }\n   name = 1;\n+  size = 2;\n }\n';

  test('lines are summarized by the function they stand in, and what came or went is named', () => {
    const { facts, sections } = understand(source, { type: 'diff' });
    const section = sections.find(({ heading }) => heading === 'lines changed in:');
    expect(section?.facts.map(({ text }) => text).toSorted()).toEqual([
      'class Shop 1',
      'close() 3 gone',
      'open() 1',
      'toggle() 3 new',
      'total() 2',
    ]);
    expect(facts).toContain('1 - import { old } from "./old.ts";');
  });

  test('a function that is changed where it begins neither came nor went', () => {
    const text =
      'diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-def total(cart):\n+def total(cart, factor):\n     pass\n';
    expect(understand(text, { type: 'diff' }).facts).toContain('total() 2');
  });

  test('functions of added and removed files are named where nothing else changed', () => {
    const added =
      'diff --git a/a.py b/a.py\nnew file mode 100644\n--- /dev/null\n+++ b/a.py\n@@ -0,0 +1,2 @@\n+def total(cart):\n+    pass\n';
    expect(understand(added, { type: 'diff' }).facts).toContain('total() 2');
    expect(understand(added + source, { type: 'diff' }).facts).not.toContain('total() 4');
  });

  test('prose has no functions', () => {
    const text =
      'diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,1 @@ function total() {\n-class Cart\n+class Shop\n';
    const { sections } = understand(text, { type: 'diff' });
    expect(sections.find(({ heading }) => heading === 'lines changed in:')?.facts).toEqual([]);
  });
});

describe('patches', () => {
  test('hunks that failed are summarized by number and place, and what is not there by name', () => {
    const text =
      'patching file src/a.js\nHunk #2 FAILED at 60.\nHunk #3 FAILED at 90.\n2 out of 4 hunks FAILED -- saving rejects to file src/a.js.rej\n' +
      "can't find file to patch at input line 40\nPerhaps you used the wrong -p or --strip option?\nThe text leading up to this was:\n--------------------------\n" +
      '|diff --git a/src/gone.js b/src/gone.js\n|--- a/src/gone.js\n|+++ b/src/gone.js\n--------------------------\nNo file to patch.  Skipping patch.\n1 out of 1 hunk ignored\n';
    const { facts } = understand(text, { command: 'patch -p1 -i fix.patch', exitCode: 1 });
    expect(facts).toContain('src/a.js 2 (#2 at 60, #3 at 90)');
    expect(facts).toContain('src/gone.js');
  });
});

describe('logs', () => {
  test('a merge, a series by mail and a raw log are read', () => {
    const merge =
      'commit 0123456789012345678901234567890123456789 (tag: v1)\nMerge: 0123456 89abcde\nAuthor: A <a@example.com>\nDate:   Mon Jul 7 16:54:23 2025 -0500\n\n    Merge it\n\n';
    const raw =
      'commit abcdefabcdefabcdefabcdefabcdefabcdefabcd\ntree 0123\nauthor B <b@example.com> 1735722000 +0100\ncommitter B <b@example.com> 1735722000 +0100\n\n    First\n';
    const { verdict, facts } = understand(merge + raw, { command: 'git log' });
    expect(verdict).toBe('2 commits, 2025-01-01 to 2025-07-07, 1 merge');
    expect(facts).toContain('newest: 0123456789 (tag: v1) 2025-07-07 A: Merge it');
    expect(facts).toContain('oldest: abcdefabcd 2025-01-01 B: First');
  });

  test('a message that looks like a head is a message', () => {
    const text =
      'commit 0123456789012345678901234567890123456789\nAuthor: A <a@example.com>\nDate:   2025-07-07\n\n    commit abcdefabcdefabcdefabcdefabcdefabcdefabcd\n    diff --git a/x b/x\n';
    expect(understand(text, { command: 'git show' }).verdict).toBe('1 commit');
  });

  test('an unknown format is nothing, rather than wrong', () => {
    expect(
      understand(
        lines(60, (n) => `line ${n}`),
        { command: "git log --format='%h'" },
      ).kind,
    ).toBe('general');
  });

  test('a hundred thousand commits are counted', () => {
    const text = lines(many, (n) => `${String(n).padStart(7, '0')} subject ${n}`);
    const { verdict, facts } = understand(text, { command: 'git log --oneline' });
    expect(verdict).toBe(`${shown} commits`);
    expect(facts.slice(0, 2)).toEqual([
      'newest: 0000000 subject 0',
      `oldest: ${String(many - 1).padStart(7, '0')} subject ${many - 1}`,
    ]);
  });
});

describe('talk', () => {
  test('a push that is refused tells why', () => {
    const { verdict, facts, explainsFailure } = understand(recording('git/push-rejected').text, {
      command: 'git push origin main',
      exitCode: 1,
    });
    expect(verdict).toBe('1 rejected');
    expect(facts).toContain('rejected main -> main (fetch first)');
    expect(explainsFailure).toBe(true);
  });

  test('a transfer that stopped tells where', () => {
    const text =
      "Cloning into 'shop'...\nremote: Counting objects: 100% (500/500), done.\nReceiving objects:  40% (200/500)\nfatal: early EOF\n";
    const { verdict, facts } = understand(text, {
      command: 'git clone https://example.com/shop',
      exitCode: 128,
    });
    expect(verdict).toContain('stopped at Receiving objects 200/500');
    expect(facts[0]).toBe('fatal: early EOF');
  });

  test('conflicts are counted by kind', () => {
    const { verdict, facts } = understand(recording('git/merge-conflict').text, {
      command: 'git merge discount',
      exitCode: 1,
    });
    expect(verdict).toContain('3 conflicts (2 content, 1 modify/delete)');
    expect(facts).toContain('src/cart.ts');
  });
});

describe('bisect', () => {
  test('that ends among skipped commits tells how many may be the first bad one', () => {
    const hashes = Array.from({ length: 17 }, (_, at) => `${'a1b2'.repeat(9)}${String(at).padStart(4, '0')}`);
    const text = [
      'Bisecting: 3 revisions left to test after this (roughly 2 steps)',
      "The first 'bad' commit could be any of:",
      ...hashes,
      'We cannot bisect more!',
      'error: bisect run cannot continue any more',
      hashes[0],
      '',
    ].join('\n');
    expect(understand(text, { command: 'git bisect run ./check.sh' }).verdict).toContain(
      '17 candidates for the first bad commit',
    );
  });
});

describe('lists of names', () => {
  test('the branch one is on, the remotes and what is gone are reported', () => {
    const text = `* main 0123456 [origin/main: ahead 2] subject\n${lines(30, (n) => `  feature/${n} 0123456 [origin/feature/${n}: gone] subject`)}`;
    const { verdict, facts } = understand(text, { command: 'git branch -vv' });
    expect(verdict).toBe('31 branches, on main, 30 gone, 1 ahead');
    expect(facts).toContain('feature/ 30');
  });

  test('branches of one remote are summarized by what their names begin with, and the highest release of the releases', () => {
    const text = [
      ...Array.from({ length: 40 }, (_, n) => `  remotes/origin/cherry-pick-${n}a-release-1.2`),
      ...Array.from({ length: 9 }, (_, n) => `  remotes/origin/release-1.${n}`),
      '  remotes/origin/dependabot/npm/uuid-11.0.0',
    ].join('\n');
    const { verdict, facts } = understand(`* main\n${text}\n`, { command: 'git branch -a' });
    expect(verdict).toBe('51 branches, on main, highest version remotes/origin/release-1.8');
    expect(facts.slice(0, 2)).toEqual(['cherry-pick- 40', 'release- 9']);
  });

  test('a tag that is made is no list', () => {
    expect(understand('', { command: 'git tag v1' }).kind).toBe('general');
  });
});

const names = [
  'log',
  'log-patch',
  'diff',
  'diff-conflict',
  'status-porcelain',
  'blame',
  'fetch',
  'patch-failed',
  'format-patch',
];

test.each(names)('%s cut anywhere is read without a fault', (name) => {
  const { text, command } = recording(`git/${name}`);
  for (let end = 1; end < text.length; end += 97) understand(text.slice(0, end), { command });
  for (let start = 1; start < text.length; start += 301) understand(text.slice(start), { command });
});

test('one line without end is read as quickly as many', () => {
  const hostile = ['(', '<', ' | ', 'a ', '[-', '@@ -1 +1 ', '2025-01-01 ', 'error: '].map((piece) =>
    piece.repeat(40_000),
  );
  for (const text of hostile) {
    for (const command of [
      'git log --format="%an %ad %s"',
      'git blame x',
      'git diff',
      'git status -s',
      'git pull',
      'git apply x',
      'git branch -a',
    ]) {
      understand(text, { command });
    }
  }
});
