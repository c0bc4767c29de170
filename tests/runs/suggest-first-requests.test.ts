import { expect, test } from 'vitest';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { findTestCommand } from '#lib/runs/find-test-command.ts';
import { suggestFirstRequests } from '#lib/runs/suggest-first-requests.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { askOffline } from '../support/ask-offline.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

function workspaceOf(files: Record<string, string>) {
  const root = tempFolder();
  writeFiles(root, files);
  return openWorkspace(root);
}
const suggested = (files: Record<string, string>, hasCommands = true) =>
  suggestFirstRequests(workspaceOf(files), hasCommands);
const texts = async (files: Record<string, string>, hasCommands = true) =>
  (await suggested(files, hasCommands)).map(({ text }) => text);

const runTests = 'Run the tests and tell me what fails';
const withTests = { 'package.json': '{"scripts": {"test": "node --test"}}' };

test('a project with tests first offers to run them, with the tool whose view the model reads', async () => {
  const [first, second] = await suggested(withTests);
  expect(first).toEqual({
    text: runTests,
    detail: 'npm test: you watch it live, the model reads the failures',
    shows: 'terminal',
    message: 'Run the tests with `npm test` and tell me what fails',
  });
  expect(second?.text).toBe('Show me package.json');
});

test('the offered requests are understood by the offline model', async () => {
  for (const { shows, message } of await suggested(withTests)) {
    const { call } = await askOffline({ message });
    expect(profileOf(call?.toolName ?? '')?.shows).toBe(shows);
  }
});

test.each([
  ['no script', '{}'],
  ['no test script', '{"scripts": {"build": "tsc"}}'],
  ['an empty one', '{"scripts": {"test": " "}}'],
  [
    'the one of npm init, which only fails',
    '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}',
  ],
  ['nothing that can be read', '{"scripts":'],
  ['no object', '"scripts"'],
])('a package.json with %s is shown, not tested', async (_, content) => {
  expect((await texts({ 'package.json': content }))[0]).toBe('Show me package.json');
});

test('no command is offered if commands are disabled, or nothing says what to run', async () => {
  const offered = await suggested(withTests, false);
  expect(offered.map(({ shows }) => shows)).toEqual(['file', 'matches', 'tree']);
  expect((await texts({ 'notes.txt': '' }))[0]).toBe('Show me notes.txt');
});

test('an empty workspace can still be searched and listed', async () => {
  expect(await texts({})).toEqual(['Find every TODO', 'What is in this repository?']);
});

test.each([
  ['package.json', ['npm', 'node'], 'npm test'],
  ['package.json', ['node'], 'node --run test'],
  ['Cargo.toml', ['cargo'], 'cargo test'],
  ['Cargo.toml', [], null],
  ['go.mod', ['go'], 'go test ./...'],
  ['go.mod', ['cargo'], null],
  ['pyproject.toml', ['pytest'], 'pytest'],
  ['pyproject.toml', ['pytest-3'], 'pytest-3'],
  ['pyproject.toml', [], null],
])('%s is tested with what is installed of %j: %s', async (file, installed, command) => {
  const workspace = workspaceOf({ [file]: withTests['package.json'] });
  const isInstalled = async (program: string) => installed.includes(program);
  expect(await findTestCommand(workspace, [file], isInstalled)).toBe(command);
});
