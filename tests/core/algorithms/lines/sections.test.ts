import { describe, expect, test } from 'vitest';
import { createDiffSections } from '#lib/core/algorithms/diff/diff-sections.ts';
import { diffStart, diffUnknown } from '#lib/core/algorithms/diff/diff-state.ts';
import { createMatchSections } from '#lib/core/algorithms/lines/match-sections.ts';
import { allRecordings } from '#scripts/split/recordings.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';

const patch = `diff --git a/src/one.js b/src/one.js
index 111..222 100644
--- a/src/one.js
+++ b/src/one.js
@@ -1,3 +1,3 @@
 const one = 1;
--- two
+++ deux
 const three = 3;
diff --git a/old.txt b/old.txt
deleted file mode 100644
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/a.txt b/b.txt
similarity index 100%
rename from a.txt
rename to b.txt`.split('\n');

const diffOf = (lines: readonly string[], start = diffStart, max = 100) => {
  const reader = createDiffSections(start, max);
  for (const line of lines) reader.line(line);
  return reader.finish();
};
const matchesOf = (lines: readonly string[], files: readonly string[] = [], max = 100) => {
  const reader = createMatchSections(files, max);
  for (const line of lines) reader.line(line);
  return reader.finish();
};

describe('a diff divided into files', () => {
  test('gives each file’s first line, its kind of change, and its added and deleted lines', () => {
    const { sections, isCut } = diffOf(patch);
    expect(isCut).toBe(false);
    expect(sections).toMatchObject([
      {
        path: 'src/one.js',
        from: 1,
        lineCount: 9,
        headLineCount: 4,
        status: 'changed',
        added: 1,
        deleted: 1,
      },
      { path: 'old.txt', from: 10, lineCount: 6, headLineCount: 4, status: 'deleted', added: 0, deleted: 1 },
      { path: 'b.txt', oldPath: 'a.txt', from: 16, lineCount: 4, status: 'renamed', added: 0, deleted: 0 },
    ]);
  });

  test('covers every line exactly once, whatever real programs print', () => {
    const recordings = allRecordings().filter(({ name }) => name.startsWith('git/'));
    let several = 0;
    for (const { name, text } of recordings) {
      const lines = text.split('\n');
      const { sections } = diffOf(lines);
      if (sections.length > 1) several += 1;
      let next = 1;
      for (const { from, lineCount } of sections) {
        expect(from, name).toBe(next);
        next += lineCount;
      }
      expect(next - 1, name).toBe(lines.length);
    }
    expect([recordings.length, several]).toEqual([45, 6]);
  });

  test('may start anywhere: lines before the first file header come first', () => {
    const { sections } = diffOf(patch.slice(7), diffUnknown);
    expect(sections.map(({ path, from }) => [path, from])).toEqual([
      [null, 1],
      ['old.txt', 3],
      ['b.txt', 9],
    ]);
  });

  test('keeps text before the first file separate, and lists a new file once', () => {
    const lines = ['commit 1', '', '--- /dev/null', '+++ b/new.txt', '@@ -0,0 +1 @@', '+x'];
    expect(diffOf([...lines, ...lines.slice(2)]).sections).toMatchObject([
      { path: null, from: 1, lineCount: 2 },
      { path: 'new.txt', from: 3, lineCount: 4, status: 'added' },
      { path: 'new.txt', from: 7, lineCount: 4, status: 'added' },
    ]);
  });

  test('lists files up to a limit and says that there are more', () => {
    const { sections, isCut } = diffOf(patch, diffStart, 2);
    expect(sections.map(({ path }) => path)).toEqual(['src/one.js', 'old.txt']);
    expect(sections.at(-1)?.lineCount).toBe(6);
    expect(isCut).toBe(true);
  });
});

describe('a search divided into files', () => {
  test('starts a section wherever the path changes', () => {
    const lines = ['v1:3:x', 'v1-4-next', 'v1-2-3.md:9:x', 'v1:1:a:2:x'];
    expect(matchesOf(lines, ['v1', 'v1-2-3.md', 'v1:1:a']).sections).toEqual([
      { path: 'v1', from: 1, lineCount: 2, matchCount: 1 },
      { path: 'v1-2-3.md', from: 3, lineCount: 1, matchCount: 1 },
      { path: 'v1:1:a', from: 4, lineCount: 1, matchCount: 1 },
    ]);
  });

  test('counts the matches of each file', () => {
    expect(matchesOf(['a.ts:1:x', 'a.ts:9:x', 'b-1.ts:2:x']).sections).toEqual([
      { path: 'a.ts', from: 1, lineCount: 2, matchCount: 2 },
      { path: 'b-1.ts', from: 3, lineCount: 1, matchCount: 1 },
    ]);
  });

  test('keeps context lines with their file, also before its first match', () => {
    const lines = [
      'a.ts-1-before',
      'a.ts:2:x',
      'a.ts-3-after',
      '--',
      'b.ts-6-before',
      'b.ts:7:x',
      'b.ts-8-after',
    ];
    expect(matchesOf(lines, ['a.ts', 'b.ts']).sections).toEqual([
      { path: 'a.ts', from: 1, lineCount: 4, matchCount: 1 },
      { path: 'b.ts', from: 5, lineCount: 3, matchCount: 1 },
    ]);
  });

  test('has a section for lines that name no file, and loses no line', () => {
    const lines = [
      'Binary file matches',
      ...Array.from({ length: 300 }, () => 'strange'),
      'a.ts:1:x',
      'more',
    ];
    const { sections } = matchesOf(lines);
    expect(sections).toEqual([
      { path: null, from: 1, lineCount: 301, matchCount: 0 },
      { path: 'a.ts', from: 302, lineCount: 2, matchCount: 1 },
    ]);
  });

  test.each([1, 2, 100, 101])(
    'keeps %i leading lines that name no file, before a match and alone',
    (count) => {
      const talk = ['Binary file matches', ...Array.from({ length: count - 1 }, () => 'strange')];
      const first = { path: null, from: 1, lineCount: count, matchCount: 0 };
      expect(matchesOf(talk).sections).toEqual([first]);
      expect(matchesOf([...talk, 'a.ts:1:x']).sections).toEqual([
        first,
        { path: 'a.ts', from: count + 1, lineCount: 1, matchCount: 1 },
      ]);
    },
  );

  test('lists files up to a limit and says that there are more', () => {
    const { sections, isCut } = matchesOf(['a:1:x', 'b:1:x', 'c:1:x'], [], 2);
    expect(sections.map(({ path, lineCount }) => [path, lineCount])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(isCut).toBe(true);
  });
});

test('a search with matches in 20,000 files is divided in linear time', async () => {
  const paths = Array.from({ length: 20_000 }, (_, index) => `src/some/folder/file${index}.ts`);
  await expectLinear(paths.length, (count) => {
    const lines = paths.slice(0, count).map((path) => `${path}:1:import`);
    const { sections } = matchesOf(lines, paths.slice(0, count / 20), 20_000);
    expect(sections).toHaveLength(count);
  });
});
