import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTokenizer } from '../lib/split/tokenizer.ts';
import { runScript } from './support/run-script.ts';
import { scaled } from './support/scaled.ts';
import { tempFolder, writeFiles } from './support/temp-folder.ts';

const { count } = await loadTokenizer();
const folder = tempFolder();
/** More than is held whole. */
const hugeLines = scaled(250_000, 210_000);
const secret = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1eF3hJ5'}`;
writeFiles(folder, {
  'short.txt': 'two\nlines\n',
  'long.txt': Array.from({ length: 3_000 }, (_, at) => `step ${at} of the work\n`).join(''),
  'token.txt': `token ${secret}\nthe end\n`,
  'data.bin': Buffer.alloc(5_000),
  'invalid.txt': Buffer.concat([
    Buffer.from('a line\n'.repeat(3_000)),
    Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
  ]),
  'empty.txt': '',
  'huge.txt': 'one more line of many\n'.repeat(hugeLines),
});
const at = (name: string) => join(folder, name);
const run = (outputPath: string, more: object = {}) => ({
  tool: 'run_pty_cmd',
  args: { command: './run', unknown: 1 },
  exitCode: 0,
  outputPath: at(outputPath),
  ...more,
});

async function answers(cases: (object | string)[]): Promise<Record<string, unknown>[]> {
  const input = cases.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  const { exitCode, stdout } = await runScript('split.ts', { input, folder });
  expect(exitCode).toBe(0);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('cases are answered in their order, one line each, with what a model would read', async () => {
  const parts = await answers([
    run('short.txt', { id: 'a', streams: 'both', extra: true }),
    run('short.txt', { exitCode: 3 }),
    run('empty.txt', { streams: 'none' }),
    run('long.txt'),
    run('long.txt', { level: 'minimal' }),
    run('token.txt'),
    { tool: 'run_and_display', args: { command: './run' }, exitCode: 0, outputPath: at('long.txt') },
    { tool: 'read_file', args: { path: 'data.bin' }, exitCode: null, outputPath: at('data.bin') },
    { tool: 'read_file', args: { path: 'x.txt' }, exitCode: 0, outputPath: at('invalid.txt') },
    run('huge.txt'),
    run('short.txt'),
    // What a case says nothing of may be null.
    { ...run('short.txt'), args: null, exitCode: null, streams: null, level: null },
  ]);
  expect(parts.map(({ kind }) => kind)).toEqual([
    'whole',
    'whole',
    'verdict',
    'general',
    'general',
    'whole',
    'displayed',
    'binary',
    expect.any(String),
    expect.any(String),
    'whole',
    'whole',
  ]);
  expect(parts.slice(0, 3).map(({ text }) => text)).toEqual([
    'two\nlines\n',
    'exit 3\ntwo\nlines\n',
    'exit 0, no output',
  ]);
  expect(parts[3]?.text).toMatch(/^\.\/run: exit 0, 3,000 lines\n/);
  expect(parts[3]?.facts).toContainEqual({
    rank: 64.4,
    line: 3_000,
    text: '3000: step 2999 of the work (one of 3,000 with other values)',
    isShown: true,
  });
  expect(parts[5]?.text).toBe('token [masked: github token #1]\nthe end\n');
  for (const { text, tokens } of parts) expect(tokens).toBe(count(text as string));
  expect(parts[4]?.tokens).toBeLessThanOrEqual(120);
  expect(parts[3]?.fullTokens).toBeGreaterThan(10_000);
  // Of what is too long to count, its tokens are estimated.
  const real = hugeLines * count('one more line of many\n');
  expect(Math.abs((parts[9]?.fullTokens as number) - real) / real).toBeLessThan(0.05);
  expect(parts[11]).toEqual(parts[10]);
});

test('what is no case answers with an error, and the next one is answered all the same', async () => {
  const parts = await answers([
    'no JSON',
    '[]',
    '{}',
    run('none.txt'),
    { tool: 'no_such_tool', args: {}, exitCode: 0, outputPath: at('short.txt') },
    { tool: 'constructor', args: {}, exitCode: 0, outputPath: at('short.txt') },
    run('short.txt', { level: 'most' }),
    run('short.txt', { streams: 'all' }),
    { ...run('short.txt'), outputPath: folder },
    run('short.txt'),
  ]);
  expect(parts).toHaveLength(10);
  for (const answer of parts.slice(0, -1)) expect(answer).toEqual({ error: expect.stringMatching(/./) });
  for (const answer of parts.slice(4, 6)) expect(answer.error).toContain('run_pty_cmd');
  expect(parts.at(-1)?.text).toBe('two\nlines\n');
});
