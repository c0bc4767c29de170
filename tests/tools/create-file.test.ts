import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createFile } from '#lib/tools/create-file.ts';
import { sha256Of } from '#lib/workspace/sha256-of.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench({ 'there.txt': 'kept\n', 'sub/x.txt': 'x\n' });
const create = (path: string, content: string) => bench.call(createFile, { path, content });
const refusal = async (path: string, content = 'new\n') => {
  const outcome = await create(path, content);
  return outcome.success ? 'made' : (outcome.result?.content ?? '');
};
const read = (path: string) => readFileSync(join(bench.root, path), 'utf8');

describe('a new file', () => {
  test('is made with its folders, and shown as a diff from nothing', async () => {
    const outcome = await create('new/deep/a.ts', 'one\ntwo');
    const diff =
      '--- /dev/null\n+++ b/new/deep/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n';
    expect(read('new/deep/a.ts')).toBe('one\ntwo');
    expect(outcome.result?.content).toBe(diff);
    expect((await bench.bytesOf(outcome)).toString()).toBe(diff);
    const after = sha256Of(Buffer.from('one\ntwo'));
    const record = await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
    expect(record?.metadata.changes).toEqual([{ path: 'new/deep/a.ts', before: null, after }]);
    expect(outcome.toolTelemetry.knownFiles).toEqual([{ path: 'new/deep/a.ts', sha256: after }]);
  });

  test('may be empty, and holds half characters as the mark for them', async () => {
    expect((await create('empty.txt', '')).result?.content).toBe('--- /dev/null\n+++ b/empty.txt\n');
    expect(read('empty.txt')).toBe('');
    expect(await refusal('half.txt', 'a\ud800b')).toBe('made');
    expect(read('half.txt')).toBe('a\ufffdb');
  });
});

describe('a file is not made', () => {
  test('where there is something', async () => {
    mkdirSync(join(bench.root, 'empty'));
    symlinkSync('nowhere', join(bench.root, 'dangling'));
    symlinkSync('sub', join(bench.root, 'to-sub'));
    const cases: [string, string][] = [
      ['there.txt', 'There is a file already: there.txt. Change it with edit_file, or take another name.'],
      ['sub//x.txt', 'There is a file already: sub/x.txt. Change it with edit_file, or take another name.'],
      ['sub', 'Not a regular file but a folder: sub'],
      ['empty/', 'Not a regular file but a folder: empty'],
      ['dangling', 'Symbolic links are not followed: dangling'],
      ['to-sub/new.txt', 'Symbolic links are not followed: to-sub/new.txt'],
      ['there.txt/new.txt', 'Not a folder: there.txt'],
    ];
    for (const [path, words] of cases) expect(await refusal(path), path).toBe(words);
    expect(read('there.txt')).toBe('kept\n');
    expect(readdirSync(join(bench.root, 'sub'))).toEqual(['x.txt']);
  });

  test('outside of the workspace, among git files, as a secret or under a name that deceives', async () => {
    const cases: [string, RegExp][] = [
      ['../x', /leaves the workspace/],
      ['/tmp/vitrine-x', /this one is absolute/],
      ['.git/hooks/pre-commit', /^Git's own files/],
      ['.env.production', /^No such file or folder/],
      ['a\u202etxt.exe', /hidden characters/],
      ['x'.repeat(300), /at most 255 bytes/],
    ];
    for (const [path, words] of cases) expect(await refusal(path), path).toMatch(words);
  });

  test('of more than the limit, nor of what is no text', async () => {
    expect(await refusal('large.txt', 'x'.repeat(50 * 1024 * 1024))).toMatch(/^Over 4 MiB, /);
    expect(await refusal('euro.txt', '€'.repeat(limits.editFileBytes / 2))).toMatch(/^Over 4 MiB, /);
    expect(await refusal('nul.txt', 'a\0b')).toMatch(/^Text cannot hold a NUL character/);
    expect(readdirSync(bench.root).filter((name) => /large|euro|nul|tmp/.test(name))).toEqual([]);
  });

  test('twice at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const messages = await Promise.all([refusal(`twin-${round}/a`, '1'), refusal(`twin-${round}/a`, '2')]);
      expect(messages.map((text) => text.slice(0, 23)).toSorted()).toEqual([
        'There is a file already',
        'made',
      ]);
    }
  });
});
