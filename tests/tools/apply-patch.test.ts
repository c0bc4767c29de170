import { chmodSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { applyPatch } from '#lib/tools/apply-patch.ts';
import { sha256Of } from '#lib/workspace/sha256-of.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench();
let root = '';
beforeEach(() => {
  root = tempFolder();
  writeFiles(root, {
    'a.ts': Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`).join(''),
    'b.ts': 'one\ntwo\nthree\n',
    'sub/gone.ts': 'bye\n',
  });
});

const apply = (patch: string | string[], known?: (path: string) => string | null | undefined) =>
  bench.call(
    applyPatch,
    { patch: typeof patch === 'string' ? patch : `${patch.join('\n')}\n` },
    { context: { workspace: openWorkspace(root), ...(known ? { knownVersion: known } : {}) } },
  );
const refusal = async (...input: Parameters<typeof apply>) => {
  const outcome = await apply(...input);
  return outcome.success ? 'applied' : (outcome.result?.content ?? '');
};
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const contents = () =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  );
const sha = (text: string) => sha256Of(Buffer.from(text));
const head = (path: string) => [`--- a/${path}`, `+++ b/${path}`];
const changeB = [...head('b.ts'), '@@ -1,3 +1,3 @@', ' one', '-two', '+2', ' three'];

describe('a patch', () => {
  test('changes, makes, removes and renames files, and shows what it did as one diff', async () => {
    chmodSync(join(root, 'b.ts'), 0o755);
    const before = { 'b.ts': read('b.ts'), 'sub/gone.ts': read('sub/gone.ts') };
    const outcome = await apply([
      ...[...head('a.ts'), '@@ -5,3 +5,4 @@', ' line 5', '-line 6', '+six', '+and a half', ' line 7'],
      ...['diff --git a/b.ts b/lib/c.ts', 'rename from b.ts', 'rename to lib/c.ts'],
      ...['--- a/b.ts', '+++ b/lib/c.ts', '@@ -2 +2 @@', '-two', '+2'],
      ...['--- /dev/null', '+++ b/new/d.ts', '@@ -0,0 +1 @@', '+made'],
      ...['--- a/sub/gone.ts', '+++ /dev/null', '@@ -1 +0,0 @@', '-bye'],
    ]);
    expect(outcome.success).toBe(true);
    const after = contents();
    expect(Object.keys(after)).toEqual(['a.ts', 'lib/c.ts', 'new/d.ts']);
    expect(after).toMatchObject({ 'lib/c.ts': 'one\n2\nthree\n', 'new/d.ts': 'made\n' });
    expect(after['a.ts']).toContain('line 5\nsix\nand a half\nline 7\n');
    expect(statSync(join(root, 'lib/c.ts')).mode & 0o777).toBe(0o755);
    const diff = (await bench.bytesOf(outcome)).toString();
    expect(diff).toContain('@@ -3,7 +3,8 @@\n line 3\n line 4\n line 5\n-line 6\n+six\n+and a half\n');
    expect(diff).toContain(
      'rename from b.ts\nrename to lib/c.ts\n--- a/b.ts\n+++ b/lib/c.ts\n@@ -1,3 +1,3 @@\n',
    );
    expect(diff).toContain('--- /dev/null\n+++ b/new/d.ts\n@@ -0,0 +1 @@\n+made\n');
    expect(diff).toContain('--- a/sub/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n');
    expect(outcome.result?.content).toBe(diff);
    const record = await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
    expect(record?.metadata).toMatchObject({
      title: '4 files',
      files: ['a.ts', 'lib/c.ts', 'new/d.ts', 'sub/gone.ts'],
    });
    expect(record?.metadata.changes.slice(1)).toEqual([
      { path: 'lib/c.ts', before: null, after: sha('one\n2\nthree\n') },
      { path: 'b.ts', before: sha(before['b.ts']), after: null, mode: 0o755 },
      { path: 'new/d.ts', before: null, after: sha('made\n') },
      {
        path: 'sub/gone.ts',
        before: sha(before['sub/gone.ts']),
        after: null,
        mode: 0o666 & ~process.umask(),
      },
    ]);
    expect(outcome.toolTelemetry.knownFiles).toContainEqual({ path: 'b.ts', sha256: null });
    expect(outcome.sessionLog?.split('\n')).toEqual([
      'a.ts, hunk 1 (@@ -5,3 +5,4 @@): applied at line 5',
      'lib/c.ts, hunk 1 (@@ -2 +2 @@): applied at line 2',
      'new/d.ts, hunk 1 (@@ -0,0 +1 @@): applied at line 0',
      'sub/gone.ts, hunk 1 (@@ -1 +0,0 @@): applied at line 1',
    ]);
  });

  test('that is off by lines, or by its counts, is applied where it fits, and that is reported', async () => {
    const outcome = await apply([
      ...head('a.ts'),
      '@@ -9,3 +9,9 @@',
      ' line 5',
      '-line 6',
      '+six',
      ' line 7',
    ]);
    expect(outcome.success).toBe(true);
    expect(outcome.toolTelemetry.notes).toEqual([
      'a.ts: the counts of @@ -9,3 +9,9 @@ were wrong, it was read as @@ -9,3 +9,3 @@',
      'a.ts, hunk 1 (@@ -9,3 +9,3 @@): applied at line 5 (offset -4)',
    ]);
    expect(read('a.ts')).toContain('line 5\nsix\nline 7\n');
  });

  test('that only renames, makes an empty file or removes one needs no hunk', async () => {
    const outcome = await apply([
      ...['diff --git a/b.ts b/c.ts', 'similarity index 100%', 'rename from b.ts', 'rename to c.ts'],
      ...['diff --git a/empty b/empty', 'new file mode 100644'],
    ]);
    expect(outcome.success).toBe(true);
    expect(contents()).toMatchObject({ 'c.ts': 'one\ntwo\nthree\n', empty: '' });
    expect(await refusal(['diff --git a/empty b/empty', 'deleted file mode 100644'])).toBe('applied');
    expect(Object.keys(contents())).toEqual(['a.ts', 'c.ts', 'sub/gone.ts']);
  });

  test('keeps CRLF line ends', async () => {
    writeFiles(root, { 'b.ts': 'one\r\ntwo\r\nthree\r\n' });
    expect(await refusal(changeB)).toBe('applied');
    expect(read('b.ts')).toBe('one\r\n2\r\nthree\r\n');
    writeFiles(root, { 'b.ts': 'one\ntwo\nthree\n' });
    expect(await refusal(`${changeB.join('\r\n')}\r\n`)).toBe('applied');
    expect(read('b.ts')).toBe('one\n2\nthree\n');
  });
});

describe('a patch is applied as a whole or not at all', () => {
  test('and every hunk is reported when one does not fit', async () => {
    const before = contents();
    const outcome = await apply([
      ...changeB,
      ...[...head('a.ts'), '@@ -2 +2 @@', '-line 2', '+2', '@@ -9,2 +9,2 @@', ' line 9', '-line ten', '+10'],
    ]);
    expect(outcome.result?.content.split('\n')).toEqual([
      'The patch does not fit, no file was changed.',
      'a.ts, hunk 2 (@@ -9,2 +9,2 @@): does not apply: line 10 of the file is "line 10", the patch expects "line ten"',
      'b.ts, hunk 1 (@@ -1,3 +1,3 @@): fits',
      'a.ts, hunk 1 (@@ -2 +2 @@): fits',
    ]);
    expect(outcome.sessionLog?.split('\n')).toHaveLength(3);
    expect(contents()).toEqual(before);
  });

  test('when a file is missing, is there already, or would keep lines it should lose', async () => {
    const before = contents();
    const missing = await refusal([...changeB, ...head('none.ts'), '@@ -1 +1 @@', '-a', '+b']);
    expect(missing).toContain('\nnone.ts: there is no such file\n');
    expect(await refusal([...changeB, '--- /dev/null', '+++ b/a.ts', '@@ -0,0 +1 @@', '+x'])).toBe(
      'There is a file already: a.ts',
    );
    expect(await refusal(['rename from b.ts', 'rename to a.ts'])).toBe('There is a file already: a.ts');
    const kept = await refusal(['--- a/b.ts', '+++ /dev/null', '@@ -1,2 +0,0 @@', '-one', '-two']);
    expect(kept).toContain('b.ts: the patch removes the file but not all of its lines');
    expect(await refusal([...head('b.ts'), '@@ -1 +1 @@', ' one'])).toContain('changes nothing in it');
    expect(contents()).toEqual(before);
  });

  test('when one file is not what the model last read', async () => {
    const before = contents();
    const patch = [...changeB, ...head('a.ts'), '@@ -2 +2 @@', '-line 2', '+2'];
    const known = (path: string) => (path === 'b.ts' ? sha(read('b.ts')) : sha('older'));
    expect(await refusal(patch, known)).toBe('Changed since you read it: a.ts. Read it again, then edit.');
    expect(contents()).toEqual(before);
    expect(await refusal(patch, (path) => sha(read(path)))).toBe('applied');
  });

  test('also when another comes at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      writeFiles(root, { 'b.ts': 'one\ntwo\nthree\n', 'c.ts': 'c\n' });
      const with2 = [...changeB, ...head('c.ts'), '@@ -1 +1 @@', '-c', '+c2'];
      const with3 = [
        ...head('c.ts'),
        '@@ -1 +1 @@',
        '-c',
        '+c3',
        ...head('b.ts'),
        '@@ -3 +3 @@',
        '-three',
        '+3',
      ];
      const messages = await Promise.all([refusal(with2), refusal(with3)]);
      expect(messages.map((text) => text.slice(0, 13)).toSorted()).toEqual(['Changed since', 'applied']);
      expect(['c2\n', 'c3\n']).toContain(read('c.ts'));
      expect(read('b.ts')).toBe(read('c.ts') === 'c2\n' ? 'one\n2\nthree\n' : 'one\ntwo\n3\n');
    }
  });
});

describe('a patch is refused as a whole', () => {
  test('when it leaves the workspace, touches a link, a twin, git or a secret', async () => {
    const outside = tempFolder();
    writeFiles(outside, { 'x.txt': 'one\n' });
    symlinkSync(outside, join(root, 'to-dir'));
    symlinkSync('b.ts', join(root, 'to-file'));
    writeFiles(root, { 'twin.ts': 'one\n', '.env': 'one\n', '.git/config': 'one\n' });
    linkSync(join(root, 'twin.ts'), join(root, 'twin2.ts'));
    const before = contents();
    const hunk = ['@@ -1 +1 @@', '-one', '+1'];
    const cases: [string, RegExp][] = [
      ['../x.txt', /leaves the workspace/],
      ['/etc/passwd', /this one is absolute/],
      [`${outside}/x.txt`, /this one is absolute/],
      ['to-dir/x.txt', /^Symbolic links are not followed/],
      ['to-file', /^Symbolic links are not followed/],
      ['twin.ts', /hard links/],
      ['.git/config', /^Git's own files/],
      ['.env', /^No such file or folder/],
    ];
    for (const [path, words] of cases) {
      expect(await refusal([...changeB, ...head(path), ...hunk]), path).toMatch(words);
      expect(await refusal([...changeB, '--- /dev/null', `+++ b/${path}`, '@@ -0,0 +1 @@', '+x'])).not.toBe(
        'applied',
      );
      expect(await refusal(['rename from a.ts', `rename to ${path}`])).not.toBe('applied');
      expect(await refusal([`rename from ${path}`, 'rename to stolen.ts'])).not.toBe('applied');
    }
    expect(contents()).toEqual(before);
    expect(readFileSync(join(outside, 'x.txt'), 'utf8')).toBe('one\n');
    expect(readdirSync(outside)).toEqual(['x.txt']);
  });

  test('when it names a file twice, however it spells it', async () => {
    expect(await refusal([...changeB, ...changeB])).toBe('The patch names a file twice: b.ts');
    expect(await refusal([...changeB, '--- a/.//b.ts', '+++ b/.//b.ts', '@@ -1 +1 @@', '-one', '+1'])).toBe(
      'The patch names a file twice: b.ts',
    );
    expect(await refusal(['rename from b.ts', 'rename to c.ts', ...changeB])).toMatch(
      /twice: b\.ts|names differ/,
    );
  });

  test('when it is malformed, binary or too large', async () => {
    expect(await refusal('no patch')).toMatch(/^The patch names no file/);
    expect(await refusal([...changeB, 'oops'])).toBe('Line 8 of the patch belongs to no hunk: "oops"');
    expect(await refusal(['diff --git a/x b/x', 'Binary files a/x and b/x differ'])).toMatch(
      /^Line 2 .* binary/,
    );
    expect(await refusal('x'.repeat(limits.patchCharacters + 1))).toBe(
      'A patch has at most 1,048,576 characters',
    );
    const many = Array.from({ length: 201 }, (_, at) => ['--- /dev/null', `+++ b/${at}`]).flat();
    expect(await refusal(many)).toBe('A patch touches at most 200 files, this one 201');
    writeFiles(root, { 'b.ts': Buffer.from([0, 1, 2]) });
    expect(await refusal(changeB)).toBe('Not text, so it cannot be edited: b.ts');
  });
});
