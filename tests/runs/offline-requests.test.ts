import { expect, test } from 'vitest';
import { readOfflineRequest } from '#lib/runs/offline-requests.ts';
import { tools } from '#lib/tools/tools.ts';
import { everyTool } from '../support/every-tool.ts';

const artifact = `art_${'a'.repeat(26)}`;

test.each([
  ['show package.json', 'render_file_contents', { path: 'package.json' }],
  ['Show me `src/a b.ts`', 'render_file_contents', { path: 'src/a b.ts' }],
  ['please display the file README.md.', 'render_file_contents', { path: 'README.md' }],
  ['show lines 10-40 of lib/x.ts', 'render_file_contents', { path: 'lib/x.ts', startLine: 10, endLine: 40 }],
  ['show me line 7 of lib/x.ts', 'render_file_contents', { path: 'lib/x.ts', startLine: 7, endLine: 7 }],
  ['read lib/x.ts lines 3 to 9', 'read_file', { path: 'lib/x.ts', startLine: 3, endLine: 9 }],
  ['read lib/x.ts:3-9', 'read_file', { path: 'lib/x.ts', startLine: 3, endLine: 9 }],
  ['read package.json', 'read_file', { path: 'package.json' }],
  ['find useChat', 'grep_file', { pattern: 'useChat' }],
  ['Find every TODO', 'grep_file', { pattern: 'TODO' }],
  ['search for "use client" in components', 'grep_file', { pattern: 'use client', path: 'components' }],
  ['list', 'list_files', {}],
  ['list lib', 'list_files', { path: 'lib' }],
  ['list files in lib/core', 'list_files', { path: 'lib/core' }],
  ['list all', 'list_files', { recursive: true }],
  ['What is in this repository?', 'list_files', { recursive: true }],
  [`recall ${artifact} 40-60`, 'recall_output', { artifactId: artifact, lines: '40-60' }],
  [`recall ${artifact} lines 40-60`, 'recall_output', { artifactId: artifact, lines: '40-60' }],
  ['run npm test', 'run_and_display', { command: 'npm test' }],
  ['Run the tests with `make test` and tell me what fails', 'run_pty_cmd', { command: 'make test' }],
  ['run test.sh', 'run_and_display', { command: 'test.sh' }],
  ['Run `ls -la .`', 'run_and_display', { command: 'ls -la .' }],
  ['$ git status', 'run_and_display', { command: 'git status' }],
  ['terminal npm init', 'run_pty_cmd', { command: 'npm init' }],
  ['run in a terminal: npm init', 'run_pty_cmd', { command: 'npm init' }],
  ['python: print(6 * 7)', 'execute_code', { language: 'python', code: 'print(6 * 7)' }],
  ['node: ```\nlet a = 1;\n```', 'execute_code', { language: 'node', code: 'let a = 1;' }],
  ['show logo.png', 'display_image', { path: 'logo.png' }],
  ['show me `docs/Screen Shot.WebP`', 'display_image', { path: 'docs/Screen Shot.WebP' }],
  ['embed https://vimeo.com/76979871', 'embed_media', { url: 'https://vimeo.com/76979871' }],
  [
    'edit a.ts: replace "x = 1" with "x = 2"',
    'edit_file',
    { path: 'a.ts', oldText: 'x = 1', newText: 'x = 2' },
  ],
  ['edit a.ts: replace `"x"` with `"y".`', 'edit_file', { path: 'a.ts', oldText: '"x"', newText: '"y".' }],
  ['create notes.md with "hello"', 'create_file', { path: 'notes.md', content: 'hello' }],
  ['create a.txt: ```\none\ntwo\n```', 'create_file', { path: 'a.txt', content: 'one\ntwo\n' }],
  ['apply ```diff\n--- a/x\n+++ b/x\n```', 'apply_patch', { patch: '--- a/x\n+++ b/x\n' }],
  [`Recall ${artifact} failed test`, 'recall_output', { artifactId: artifact, query: 'failed test' }],
])('"%s" calls %s', (message, toolName, input) => {
  expect(readOfflineRequest(message)).toEqual({ kind: 'call', toolName, input });
  expect(readersOf(message).length).toBeLessThanOrEqual(1);
});

/** The tools that take a message for their own. */
const readersOf = (message: string): string[] =>
  tools.filter(({ offline }) => offline.read(message) !== null).map(({ name }) => name);

test.each(Object.entries(everyTool))('only %s answers to what is said for it', (name, { say }) => {
  const message = typeof say === 'string' ? say : say(() => artifact);
  expect(readersOf(message)).toEqual([name]);
});

test.each(['help', 'Help!', 'hello'])('"%s" asks for help', (message) => {
  expect(readOfflineRequest(message)).toEqual({ kind: 'help' });
});

test.each([
  'Run the tests and tell me what fails',
  'run tests',
  'please run all the tests.',
  'Run my tests, then fix them',
])('"%s" runs the tests', (message) => {
  expect(readOfflineRequest(message)).toEqual({ kind: 'tests' });
});

test.each(['quote "late fee"', 'Quote `late fee`'])('"%s" quotes what was read', (message) => {
  expect(readOfflineRequest(message)).toEqual({ kind: 'quote', words: 'late fee' });
});

test.each([
  '',
  'quote me',
  'write me a poem',
  'shower',
  'listen',
  'delete everything',
  'running late',
  'edit a.ts',
  'terminal',
])('"%s" is not understood', (message) => {
  expect(readOfflineRequest(message)).toEqual({ kind: 'unknown' });
});

test('every tool can be asked for by the first words of its help, and by no other tool’s', () => {
  const asked = tools.map(({ offline }) => /^`([^`]+)`/.exec(offline.help)?.[1] ?? '');
  const read = asked.map((words) =>
    tools.filter(({ offline }) => offline.read(words) !== null).map(({ name }) => name),
  );
  // Applying takes a patch, which its help cannot show.
  const expected = tools.map(({ name }) => (name === 'apply_patch' ? [] : [name]));
  expect(read).toEqual(expected);
});
