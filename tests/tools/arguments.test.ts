import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { tools } from '#lib/tools/tools.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench({ 'a.txt': 'one\ntwo\nthree\n', '.env': 'KEY=secret' });

/** A bad call is a result like any other: told shortly, in words that help. */
async function refused(tool: string, input: unknown): Promise<string> {
  const outcome = await bench.call(tool, input);
  expect(outcome).toMatchObject({ success: false, resultType: 'failure' });
  const content = outcome.result?.content ?? '';
  expect(content).toBe(outcome.error?.message);
  expect(content.length).toBeGreaterThan(10);
  expect(content.length).toBeLessThanOrEqual(limits.toolErrorCharacters);
  return content;
}

const wrongTypes = [1, 1.5, true, [], {}, ['a.txt'], { path: 'a.txt' }];

describe('arguments of no sense at all', () => {
  test('are refused by every tool that needs any, naming the tool', async () => {
    for (const { name } of tools) {
      for (const input of [null, undefined, 'a.txt', 7, true, [], [{ path: 'a.txt' }]])
        expect(await refused(name, input)).toMatch(new RegExp(`^Bad arguments for ${name}: `));
      if (name !== 'list_files') expect(await refused(name, {})).toMatch(/^Bad arguments for /);
    }
  });

  test('of any length are reported shortly', async () => {
    const long = 'x'.repeat(1_000_000);
    for (const { name } of tools) {
      await refused(name, { path: long, pattern: long, artifactId: long, query: long, lines: long });
      await refused(name, { path: { [long]: long }, pattern: [long], artifactId: 7, recursive: long });
    }
  });

  test('nested without end are refused', async () => {
    let deep: unknown = 'a.txt';
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
    for (const { name } of tools) await refused(name, { path: deep, pattern: deep, artifactId: deep });
  });
});

describe('a file tool', () => {
  const fileTools = ['read_file', 'render_file_contents'];

  test('refuses lines that are none', async () => {
    for (const tool of fileTools) {
      for (const line of [0, -1, 1.5, '5', 'five', true, [], 2 ** 60, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(await refused(tool, { path: 'a.txt', startLine: line })).toContain('startLine');
        expect(await refused(tool, { path: 'a.txt', endLine: line })).toContain('endLine');
      }
      expect(await refused(tool, { path: 'a.txt', startLine: 3, endLine: 2 })).toContain(
        'startLine is past endLine',
      );
    }
  });

  test('tells how many lines there are when asked for one beyond', async () => {
    for (const tool of fileTools) {
      expect(await refused(tool, { path: 'a.txt', startLine: 4 })).toBe(
        'a.txt has 3 lines: there is no line 4',
      );
      expect(await refused(tool, { path: 'a.txt', startLine: 1e9 })).toContain('a.txt has 3 lines');
    }
  });

  test('ends a range at the end of the file', async () => {
    for (const endLine of [3, 4, 1e9, null])
      expect(await bench.resultOf('read_file', { path: 'a.txt', startLine: 2, endLine })).toBe(
        '2\ttwo\n3\tthree',
      );
  });

  test('refuses a path that is none, and any that leads elsewhere', async () => {
    for (const tool of fileTools) {
      for (const path of ['', ...wrongTypes]) expect(await refused(tool, { path })).toContain('path');
      for (const path of ['../x', '/etc/passwd', '~/.ssh/id_rsa', 'a\0', 'C:\\x'])
        await refused(tool, { path });
      expect(await refused(tool, { path: 'file:///etc/passwd' })).toContain('No such file');
      expect(await refused(tool, { path: '.env' })).toBe('No such file or folder: .env');
      expect(await refused(tool, { path: '.' })).toContain('folder');
    }
  });

  test('takes null for what was left out', async () => {
    const input = { path: 'a.txt', startLine: null, endLine: null };
    expect(await bench.resultOf('read_file', input)).toBe('one\ntwo\nthree\n');
  });
});

describe('list_files', () => {
  test('refuses what is no path and no choice', async () => {
    for (const path of wrongTypes) await refused('list_files', { path });
    for (const recursive of ['yes', 1, []]) await refused('list_files', { recursive });
    expect(await refused('list_files', { path: '..' })).toContain('leaves the workspace');
    expect(await refused('list_files', { path: 'a.txt' })).toBe('Not a folder: a.txt');
  });
});

describe('grep_file', () => {
  test('refuses what is no pattern, and says what is wrong in one', async () => {
    for (const pattern of ['', 'x'.repeat(1_001), ...wrongTypes]) await refused('grep_file', { pattern });
    expect(await refused('grep_file', { pattern: 'a(b' })).toContain('unclosed group');
    expect(await refused('grep_file', { pattern: 'x', glob: '{a' })).toContain('glob');
    expect(await refused('grep_file', { pattern: 'nul\0' })).toMatch(/^grep_file failed: |NUL|null/);
    expect(await refused('grep_file', { pattern: 'x', path: '.env' })).toBe('No such file or folder: .env');
  });
});
