import { describe, expect, test } from 'vitest';
import { git } from '../../../lib/split/git/git.ts';
import { recording } from '../../support/recordings.ts';
import { type Run, understandText } from '../../support/understand-text.ts';

const understand = (text: string, run: Run = {}) => understandText(text, git, run);
const lines = (count: number, make: (place: number) => string) =>
  `${Array.from({ length: count }, (_, place) => make(place)).join('\n')}\n`;

describe('what is recognised', () => {
  test('a diff is known by its first lines, whoever printed it', () => {
    const { text } = recording('git/diff');
    expect(understand(text, { command: './review.sh' }).kind).toBe('diff');
    expect(understand(text, { type: 'file', path: 'fix.patch' }).kind).toBe('diff');
    expect(understand(text, { type: 'diff', tool: 'apply_patch' }).verdict).toContain('9 files, +36 -85');
  });

  test('a log, a blame and a status are known by their marks', () => {
    expect(understand(recording('git/log').text, { command: 'make news' }).kind).toBe('git log');
    expect(understand(recording('git/blame').text, { command: './who.sh' }).kind).toBe('git blame');
    expect(understand(recording('git/status').text, { command: 'npm run check' }).kind).toBe('git status');
    expect(understand(recording('git/rebase-conflict').text, { command: './update.sh' }).kind).toBe('git');
    expect(understand(recording('git/patch-failed').text, { command: './apply.sh' }).kind).toBe('patch');
  });

  test('several commands in one line are told beside each other', () => {
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
    ['a list of hashes', lines(40, (n) => `${String(n).padStart(8, '0')}: 00 01 02 03`)],
    ['a table with bars', lines(40, (n) => ` name ${n} | 12 | 13`)],
    ['prose about commits', lines(40, () => 'commit early, commit often, and say what the Author: meant')],
  ])('%s is nothing of git', (_, text) => {
    expect(understand(text, { command: './run.sh' }).kind).toBe('general');
  });

  test('a file of source is no diff, though it holds one', () => {
    const text = `const patch = \`\n${recording('git/diff').text}\`;\n`;
    expect(understand(text, { type: 'file', language: 'typescript', path: 'a.ts' }).kind).toBe('general');
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

  test('binary files, modes, copies and files of one side are told', () => {
    const text =
      'diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n' +
      'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n' +
      'diff --git a/a.ts b/b.ts\nsimilarity index 100%\ncopy from a.ts\ncopy to b.ts\n' +
      'Only in new/lib: extra.ts\n';
    const { facts } = understand(text, { type: 'diff' });
    expect(facts).toEqual([
      'a.png binary',
      'run.sh mode',
      'b.ts copied from a.ts',
      'new/lib/extra.ts only one side',
    ]);
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
      100_000,
      (n) => `diff --git a/f${n} b/f${n}\n--- a/f${n}\n+++ b/f${n}\n@@ -1 +1 @@ at ${n}\n-a\n+b`,
    );
    const { verdict, sections } = understand(text, { type: 'diff' });
    expect(verdict).toBe('100,000 files, +100,000 -100,000');
    expect(Math.max(...sections.map(({ facts }) => facts.length))).toBeLessThanOrEqual(3_000);
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
    const text = lines(100_000, (n) => `${String(n).padStart(7, '0')} subject ${n}`);
    const { verdict, facts } = understand(text, { command: 'git log --oneline' });
    expect(verdict).toBe('100,000 commits');
    expect(facts.slice(0, 2)).toEqual(['newest: 0000000 subject 0', 'oldest: 0099999 subject 99999']);
  });
});

describe('talk', () => {
  test('a push that is refused tells why', () => {
    const { verdict, facts, tellsFailure } = understand(recording('git/push-rejected').text, {
      command: 'git push origin main',
      exitCode: 1,
    });
    expect(verdict).toBe('1 rejected');
    expect(facts).toContain('rejected main -> main (fetch first)');
    expect(tellsFailure).toBe(true);
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

describe('lists of names', () => {
  test('the branch one is on, the remotes and what is gone are told', () => {
    const text = `* main 0123456 [origin/main: ahead 2] subject\n${lines(30, (n) => `  feature/${n} 0123456 [origin/feature/${n}: gone] subject`)}`;
    const { verdict, facts } = understand(text, { command: 'git branch -vv' });
    expect(verdict).toBe('31 branches, on main, 30 gone, 1 ahead');
    expect(facts).toContain('feature/ 30');
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
