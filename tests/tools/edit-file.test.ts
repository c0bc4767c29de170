import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { editFile } from '#lib/tools/edit-file.ts';
import { sha256Of } from '#lib/workspace/sha256-of.ts';
import { writeFiles } from '../support/temp-folder.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench();
const edit = (path: string, oldText: string, newText: string, known?: string | null) =>
  bench.call(
    editFile,
    { path, oldText, newText },
    known === undefined ? {} : { context: { knownVersion: () => known } },
  );
const refusal = async (...input: Parameters<typeof edit>) => {
  const outcome = await edit(...input);
  return outcome.success ? 'edited' : (outcome.result?.content ?? '');
};
const put = (files: Record<string, string | Uint8Array>) => writeFiles(bench.root, files);
const read = (path: string) => readFileSync(join(bench.root, path), 'utf8');
const sha = (text: string) => sha256Of(Buffer.from(text));

describe('an edit', () => {
  test('replaces the one place and shows the diff to both sides', async () => {
    put({ 'src/a.ts': 'one\ntwo\nthree\n' });
    const outcome = await edit('./src//a.ts', 'two\n', '2\nand more\n');
    const diff = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+and more\n three\n';
    expect(read('src/a.ts')).toBe('one\n2\nand more\nthree\n');
    expect(outcome.result?.content).toBe(diff);
    expect((await bench.bytesOf(outcome)).toString()).toBe(diff);
    expect(outcome.toolTelemetry).toMatchObject({
      type: 'diff',
      title: 'src/a.ts',
      relation: 'equal',
      knownFiles: [{ path: 'src/a.ts', sha256: sha('one\n2\nand more\nthree\n') }],
    });
    const record = await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
    expect(record?.metadata).toMatchObject({
      mimeType: 'text/plain',
      language: 'diff',
      files: ['src/a.ts'],
      changes: [
        { path: 'src/a.ts', before: sha('one\ntwo\nthree\n'), after: sha('one\n2\nand more\nthree\n') },
      ],
    });
  });

  test('takes nothing in its texts for a pattern', async () => {
    put({ 'p.txt': 'a.c $& $1\n' });
    expect(await refusal('p.txt', 'a.c $&', '$& $1 $$')).toBe('edited');
    expect(read('p.txt')).toBe('$& $1 $$ $1\n');
  });

  test('keeps CRLF line ends, a byte order mark and a missing last line end', async () => {
    put({ 'crlf.txt': '\ufeffone\r\ntwo\r\nthree' });
    expect(await refusal('crlf.txt', 'one\ntwo\n', '1\n2\n')).toBe('edited');
    expect(read('crlf.txt')).toBe('\ufeff1\r\n2\r\nthree');
    put({ 'mixed.txt': 'one\r\ntwo\nthree\n' });
    expect(await refusal('mixed.txt', 'two\nthree', '2\n3')).toBe('edited');
    expect(read('mixed.txt')).toBe('one\r\n2\n3\n');
  });

  test('of a large file tells the model the counts', async () => {
    put({ 'long.txt': 'old\n'.repeat(2_000) });
    const outcome = await edit('long.txt', 'old\n'.repeat(2_000), 'new\n'.repeat(2_000));
    expect(outcome.result?.content).toMatch(/^long\.txt: \+2,000 -2,000/);
  });
});

describe('an edit is refused, and nothing changes,', () => {
  test('when its text is not there, with the lines that look like it', async () => {
    put({ 'f.ts': 'function a() {\n\treturn  1;\n}\nfunction b() {\n\treturn 1;\n}\n' });
    expect(await refusal('f.ts', 'nothing like it', 'x')).toBe(
      'f.ts: oldText does not occur in it, nor does its first line',
    );
    expect(await refusal('f.ts', '  return 1;\n', 'x')).toBe(
      'f.ts: oldText does not occur in it. Its first line looks like this: ' +
        'line 2 is "\\treturn  1;"; line 5 is "\\treturn 1;"',
    );
    expect(await refusal('f.ts', '1\tfunction a() {\n2\t\treturn  1;', 'x')).toBe(
      'f.ts: oldText does not occur in it: leave out the line numbers, which are not part of the file',
    );
  });

  test('when its text is there several times, with the lines', async () => {
    put({ 'm.txt': `${'x\n'.repeat(2)}y\nx\n`, 'many.txt': 'x\n'.repeat(40), 'o.txt': 'aaa\n' });
    expect(await refusal('m.txt', 'x\n', 'z\n')).toBe(
      'm.txt: oldText occurs 3 times in it, at lines 1, 2, 4: give more lines around it',
    );
    expect(await refusal('many.txt', 'x', 'z')).toMatch(
      /occurs 40 times in it, at lines 1, .*, 10 and more: /,
    );
    expect(await refusal('o.txt', 'aa', 'z')).toMatch(/occurs 2 times in it, at lines 1, 1: /);
    expect(read('m.txt')).toBe('x\nx\ny\nx\n');
  });

  test('when it asks for nothing', async () => {
    put({ 'n.txt': 'a\r\nb\r\n' });
    expect(await refusal('n.txt', '', 'x')).toBe('n.txt: oldText is empty: to make a file use create_file');
    const same = 'n.txt: oldText and newText are the same: there is nothing to change';
    expect(await refusal('n.txt', 'a', 'a')).toBe(same);
    expect(await refusal('n.txt', 'a\nb', 'a\r\nb')).toBe(same);
  });

  test('when the file is not what the model last read', async () => {
    put({ 's.txt': 'now\n' });
    const changed = 'Changed since you read it: s.txt. Read it again, then edit.';
    expect(await refusal('s.txt', 'now', 'then', sha('before\n'))).toBe(changed);
    expect(await refusal('s.txt', 'now', 'then', null)).toBe(changed);
    expect(read('s.txt')).toBe('now\n');
    expect(await refusal('s.txt', 'now', 'then', sha('now\n'))).toBe('edited');
  });

  test('when there is no such text file, or it is not to be changed', async () => {
    put({ bin: Buffer.from([0, 1, 2]), 'big.txt': 'x'.repeat(limits.editFileBytes + 1), '.env': 'KEY=1\n' });
    put({ '.git/config': '[core]\n', 'real.txt': 'real\n', 'twin.txt': 'twin\n' });
    symlinkSync('real.txt', join(bench.root, 'link.txt'));
    linkSync(join(bench.root, 'twin.txt'), join(bench.root, 'other.txt'));
    const cases: [string, RegExp][] = [
      ['none.txt', /^No such file or folder: none\.txt$/],
      ['../x', /^The path leaves the workspace: /],
      ['/etc/hosts', /this one is absolute/],
      ['bin', /^Not text, so it cannot be edited: bin$/],
      ['big.txt', /^Over 4 MiB, /],
      ['.env', /^No such file or folder: \.env$/],
      ['.git/config', /^Git's own files are not changed by tools/],
      ['link.txt', /^Symbolic links are not followed: link\.txt$/],
      ['other.txt', /hard links/],
    ];
    for (const [path, words] of cases) expect(await refusal(path, 'real', 'x'), path).toMatch(words);
    expect(read('.git/config')).toBe('[core]\n');
  });

  test('when it would make the file too large', async () => {
    put({ 'grow.txt': 'x\n' });
    expect(await refusal('grow.txt', 'x', 'y'.repeat(limits.editFileBytes))).toMatch(/^Over 4 MiB, /);
    expect(read('grow.txt')).toBe('x\n');
  });

  test('when the run was stopped', async () => {
    put({ 'stop.txt': 'x\n' });
    const stopped = { context: { signal: AbortSignal.abort() } };
    const outcome = await bench.call(editFile, { path: 'stop.txt', oldText: 'x', newText: 'y' }, stopped);
    expect(outcome.result?.content).toBe('Stopped before it finished.');
    expect(read('stop.txt')).toBe('x\n');
  });
});

describe('two edits at once of one file', () => {
  test('leave one that wins, and one that is told to read again', async () => {
    for (let round = 0; round < 20; round += 1) {
      put({ 'both.txt': 'one\ntwo\n' });
      const known = round % 2 === 0 ? undefined : sha('one\ntwo\n');
      const messages = await Promise.all([
        refusal('both.txt', 'one', '1', known),
        refusal('both.txt', 'two', '2', known),
      ]);
      expect(messages.toSorted()).toEqual([
        'Changed since you read it: both.txt. Read it again, then edit.',
        'edited',
      ]);
      expect(['1\ntwo\n', 'one\n2\n']).toContain(read('both.txt'));
    }
  });
});

describe('what the model knows of a file', () => {
  const known = async (tool: string, input: object) =>
    (await bench.call(tool, input)).toolTelemetry.knownFiles;

  test('is the version it read, whole or in part', async () => {
    const text = 'line\n'.repeat(5_000);
    put({ 'read.txt': text, 'marked.txt': '\ufeffx\r\ny' });
    const version = [{ path: 'read.txt', sha256: sha(text) }];
    expect(await known('read_file', { path: './read.txt' })).toEqual(version);
    expect(await known('read_file', { path: 'read.txt', startLine: 7, endLine: 9 })).toEqual(version);
    expect(await known('read_file', { path: 'marked.txt', startLine: 2 })).toEqual([
      { path: 'marked.txt', sha256: sha('\ufeffx\r\ny') },
    ]);
  });

  test('is nothing of what it was not shown, or cannot edit', async () => {
    put({
      'shown.txt': 'x\n',
      'huge.txt': 'x'.repeat(limits.editFileBytes + 1),
      'some.bin': Buffer.from([0, 1]),
    });
    put({ 'utf16.txt': Buffer.from('\ufeffword\n', 'utf16le') });
    expect(await known('render_file_contents', { path: 'shown.txt' })).toBeUndefined();
    for (const path of ['huge.txt', 'some.bin', 'utf16.txt'])
      expect(await known('read_file', { path }), path).toBeUndefined();
  });

  test('lets it edit what it read, and not what has changed since', async () => {
    put({ 'turn.txt': 'first\n' });
    const version = (await known('read_file', { path: 'turn.txt' }))?.[0]?.sha256;
    const first = await edit('turn.txt', 'first', 'second', version);
    const next = first.toolTelemetry.knownFiles?.[0]?.sha256;
    expect(await refusal('turn.txt', 'second', 'third', version)).toMatch(/^Changed since/);
    expect(await refusal('turn.txt', 'second', 'third', next)).toBe('edited');
    writeFileSync(join(bench.root, 'turn.txt'), 'a person was here\n');
    expect(await refusal('turn.txt', 'person', 'x', sha('third\n'))).toMatch(/^Changed since/);
  });
});
