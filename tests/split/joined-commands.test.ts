import { describe, expect, test } from 'vitest';
import { lines, viewOfCommand } from '../support/view-of-command.ts';

const viewOf = async (command: string, text: string, exitCode = 0) =>
  (await viewOfCommand(command, text, exitCode)).text;

const hash = (at: number) => (0xa1b2c3d + at * 7919).toString(16).padStart(40, '0');

describe('commands of one line', () => {
  test('that list hashes are not read as commits', async () => {
    const log = lines(2, (at) => `${hash(at).slice(-7)} fix the price of parcel ${at}`);
    const tree = lines(60, (at) => `100644 blob ${hash(at)}     ${at * 10}\tsrc/part-${at}.ts`);
    const view = await viewOf('git log --oneline -2; git ls-tree -r -l HEAD', log + tree);
    expect(view).not.toContain('commit');
  });

  test('that list two folders count a name in both', async () => {
    const folder = lines(40, (at) => `-rw-r--r-- 1 root root 100 Nov 26 08:56 part-${at}.py`);
    const view = await viewOf('ls -l a; ls -l b', `total 160\n${folder}total 160\n${folder}`);
    expect(view).toContain('80 files, 0 folders, 8,000 bytes, in several listings with the same names');
  });

  test('that count matches and show them are not both counts', async () => {
    const counts = lines(100, (at) => `src/a${at}.py:${at}`);
    const matches = lines(20, (at) => `src/a${at}.py:12:3`);
    const view = await viewOf("grep -rc 1 src; grep -rn '^3$' src", counts + matches);
    expect(view).toContain('4,950 matches in 99 files of 100');
  });

  test('shortlog has no authors of the changes that log prints', async () => {
    const authors = lines(30, (at) => `    ${90 - at}\tAuthor ${at}`);
    const changes = lines(60, (at) => `${at}\t${at + 1}\tsrc/part-${at}.ts`);
    const view = await viewOf('git shortlog -sn HEAD; git log --numstat --format=', authors + changes);
    expect(view).toContain('by 30 authors');
  });
});

describe('what failed and was made later', () => {
  test('is shown as what failed at first', async () => {
    const text = `make: *** [Makefile:3: m12.o] Error 1\n${lines(60, (at) => `cc -O2 -c m${at}.c -o m${at}.o`)}build ok\n`;
    expect(await viewOf('./retry.sh 2 make', text)).toContain('failed at first: m12.o (Makefile:3, Error 1)');
    expect(await viewOf('make', text, 2)).toContain('failed: m12.o (Makefile:3, Error 1)');
  });

  test('a ref that could not be updated was not updated', async () => {
    const refs = lines(
      60,
      (at) => `   ${hash(at).slice(-7)}..${hash(at + 1).slice(-7)}  b${at} -> origin/b${at}`,
    );
    const failed = ' ! a1b2c3d..b2c3d4e  late -> origin/late  (unable to update local ref)\n';
    const view = await viewOf('git fetch --all', `From example.test:x/y\n${refs}${failed}`, 1);
    expect(view).toContain('60 updated, 1 failed');
  });
});

test('a cancelled test is not a failed one too', async () => {
  const points = lines(60, (at) => `ok ${at + 1} - case ${at}\n  ---\n  duration_ms: 0.${at + 10}\n  ...`);
  const cancelled =
    "not ok 61 - slow\n  ---\n  failureType: 'cancelledByParent'\n  error: 'test timed out after 20ms'\n  ...\n";
  const view = await viewOf(
    'node --test',
    `TAP version 13\n${points}${cancelled}1..61\n# tests 61\n# pass 60\n# fail 0\n# cancelled 1\n`,
    1,
  );
  expect(view).toContain('60 passed, 1 cancelled of 61 tests');
  expect(view).not.toContain('1 failed');
});

test('submodules that are not as they should be are named', async () => {
  const marks: Record<number, string> = { 35: '+', 36: '-', 37: 'U' };
  const text = lines(60, (at) => `${marks[at] ?? ' '}${hash(at)} libs/m${at} (v1.${at}.0)`);
  const view = await viewOf('git submodule status', text);
  expect(view).toContain('60 submodules, 1 at another commit, 1 not initialised, 1 with conflicts');
  expect(view).toContain('libs/m37: with conflicts');
});

describe('patterns of lines', () => {
  test('brace a port and a number with separators, and what some lines have differently', async () => {
    const rows = lines(
      80,
      (at) =>
        `got http://127.0.0.1:${at + 4}/a in ${(at + 1) * 1_234} ms, sold ${(at + 2).toString()},${100 + at}`,
    );
    const view = await viewOf('./poll', rows);
    expect(view).toContain('http://127.0.0.1:{4/a, …} in {1234 to 98720} ms, sold {2,100, …}"');
  });

  test('and a number where the lines have not all as many', async () => {
    const rows = lines(
      80,
      (at) => `uploaded part ${at + 1} of 80, md5=${at === 30 ? '27120320' : `a1b2${at}`}`,
    );
    expect(await viewOf('./upload', rows)).toContain('uploaded part {1, …} of 80, md5={a1b20, …}');
  });

  test('and a line and a column behind a file', async () => {
    const rows = lines(80, (at) => `src/a${at % 9}.c:${at + 1}:${at % 7}: note: expanded from here`);
    expect(await viewOf('./check', rows)).toContain('"{src/a0.c, …}:{1 to 80}:{0 to 6}: note');
  });
});

test('runs of the same tests by cargo are said to be a sum', async () => {
  const run = `     Running unittests src/lib.rs (target/debug/deps/demo-b37ab8512a90f0b3)\n\nrunning 40 tests\n${lines(40, (at) => `test case_${at} ... ok`)}\ntest result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n`;
  const other = run.replace('b37ab8512a90f0b3', 'c48bc9623b01f1c4');
  expect(await viewOf('cargo test; cargo test', run + run)).toContain(
    '80 passed, 0 failed, the sum of 2 runs',
  );
  expect(await viewOf('cargo test --workspace', run + other)).not.toContain('the sum of');
});

test('the counts of a file that is in two diffs are said to be a sum', async () => {
  const change = (at: number, text: string) =>
    `diff --git a/src/m${at}.ts b/src/m${at}.ts\nindex 1a2b3c4..5d6e7f8 100644\n--- a/src/m${at}.ts\n+++ b/src/m${at}.ts\n@@ -${at + 1} +${at + 1} @@\n-old ${text}\n+new ${text}\n`;
  const diff = (text: string) => Array.from({ length: 12 }, (_, at) => change(at, text)).join('');
  const view = await viewOf('git diff; git diff --cached', diff('one') + diff('two'));
  expect(view).toContain('24 files, +24 -24, the sum of 2 changes');
  expect(await viewOf('git diff', diff('one'))).not.toContain('the sum of');
});
