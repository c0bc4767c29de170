import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolBench } from '../support/tool-bench.ts';

const names = {
  'a\nREADME.md': 'a\\nREADME.md',
  'b\r\nfake.ts:1:needle': 'b\\r\\nfake.ts:1:needle',
  'c\u2028d.ts': 'c\\u2028d.ts',
  'e\u0085f.ts': 'e\\u0085f.ts',
  'g\u202etxt.exe': 'g\\u202etxt.exe',
};
const shown = Object.values(names);
const writable = Object.entries(names).filter(([name]) => !name.includes('\u202e'));
const bench = toolBench(Object.fromEntries(Object.keys(names).map((name) => [name, 'needle one\n'])));

describe('a name with line ends, controls or a direction reaches the model and people escaped', () => {
  test('in a listing, one line each', async () => {
    for (const recursive of [false, true]) {
      const outcome = await bench.call('list_files', { recursive });
      expect(outcome.result?.content.trimEnd().split('\n').toSorted()).toEqual(shown.toSorted());
      expect((await bench.bytesOf(outcome)).toString().split('\n').length).toBe(shown.length + 1);
    }
  });

  test('in a search, one line each', async () => {
    const outcome = await bench.call('grep_file', { pattern: 'needle' });
    expect(outcome.result?.content.trimEnd().split('\n').toSorted()).toEqual(
      shown.map((name) => `${name}:1:needle one`).toSorted(),
    );
  });

  test.each(writable)('in titles, diffs and errors: %j', async (name, escaped) => {
    const lineEnd = /[\r\n\u2028\u0085]/;
    const read = await bench.call('read_file', { path: name });
    expect(read.toolTelemetry.title).toBe(escaped);
    const edited = await bench.call('edit_file', { path: name, oldText: 'one', newText: 'two' });
    expect(edited.toolTelemetry.title).toBe(escaped);
    expect(edited.result?.content.split('\n')[1]).toMatch(/^\+\+\+ "b\/.*"$/);
    expect(edited.result?.content).not.toMatch(/[\r\u2028\u0085]/);
    for (const failing of [
      bench.call('edit_file', { path: name, oldText: 'nothing like it', newText: '' }),
      bench.call('read_file', { path: `${name}.none` }),
      bench.call('list_files', { path: name }),
      bench.call('display_image', { path: name }),
      bench.call('apply_patch', {
        patch: `--- "a/${name}.none"\n+++ "b/${name}.none"\n@@ -1 +1 @@\n-x\n+y\n`,
      }),
    ]) {
      const message = (await failing).result?.content ?? '';
      expect(message.split('\n', 1)[0]).not.toMatch(lineEnd);
    }
    expect((await bench.call('list_files', { path: name })).result?.content).toContain(escaped);
  });

  test('in what refuses a path that hides something', async () => {
    const { result } = await bench.call('read_file', { path: 'a\u202eb' });
    expect(result?.content).toContain('"a\\u202eb"');
  });
});

describe('a search says which files it left out, and why', () => {
  const left = toolBench({
    'a.ts': 'needle\n',
    'binary.bin': Buffer.concat([Buffer.from('needle'), Buffer.alloc(2_000)]),
    'sixteen.txt': Buffer.from('needle sixteen\n', 'utf16le'),
    'marked.txt': Buffer.from('\ufeffneedle marked\n', 'utf16le'),
  });
  writeFileSync(Buffer.concat([Buffer.from(join(left.root, 'no-text-')), Buffer.of(0xff, 0xfe)]), 'needle\n');

  test('beside what it found, to the model and to people', async () => {
    const outcome = await left.call('grep_file', { pattern: 'needle' });
    const note =
      '3 files not searched: binary.bin (not text), no-text-\ufffd\ufffd (cannot be read), ' +
      'sixteen.txt (UTF-16 without a mark at its start)';
    expect(outcome.toolTelemetry.notes?.map(sorted)).toEqual([sorted(note)]);
    expect(outcome.result?.content).toContain('not searched: ');
    expect(outcome.result?.content).toContain('a.ts:1:needle\nmarked.txt:1:needle marked\n');
  });

  test('where it found nothing, too', async () => {
    const { result } = await left.call('grep_file', { pattern: 'nowhere' });
    expect(result?.content).toMatch(/^no match: nowhere\n2 files not searched: /);
  });

  test('and of one file as a failure', async () => {
    const { result, success } = await left.call('grep_file', { pattern: 'needle', path: 'sixteen.txt' });
    expect([success, result?.content]).toEqual([
      false,
      'Not searched, UTF-16 without a mark at its start: sixteen.txt',
    ]);
  });

  test('but nothing of a secret name, and nothing where none was left out', async () => {
    const outcome = await toolBench({ 'a.ts': 'needle\n', '.env': 'needle' }).call('grep_file', {
      pattern: 'needle',
    });
    expect(outcome.result?.content).toBe('a.ts:1:needle\n');
    expect(outcome.toolTelemetry.notes).toBeUndefined();
  });

  const sorted = (note: string) =>
    note
      .replace(/^\d+ files not searched: /, '')
      .split(', ')
      .toSorted();
});
