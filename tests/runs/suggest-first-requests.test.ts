import { expect, test } from 'vitest';
import { suggestFirstRequests } from '../../lib/runs/suggest-first-requests.ts';
import { openWorkspace } from '../../lib/workspace/workspace.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const suggested = async (files: Record<string, string>, hasCommands = true) => {
  const root = tempFolder();
  writeFiles(root, files);
  return (await suggestFirstRequests(openWorkspace(root), hasCommands)).map(({ text }) => text);
};

test.each([
  ['package.json', 'Run npm test'],
  ['Cargo.toml', 'Run cargo test'],
  ['go.mod', 'Run go test ./...'],
])('a project with %s is offered its tests and that file', async (file, run) => {
  expect((await suggested({ [file]: '' })).slice(0, 2)).toEqual([run, `Show me ${file}`]);
});

test('no command is offered where commands are off, or where nothing tells what to run', async () => {
  expect(await suggested({ 'package.json': '{}' }, false)).not.toContain('Run npm test');
  expect((await suggested({ 'notes.txt': '' }))[0]).toBe('Show me notes.txt');
});

test('an empty workspace can still be searched and listed', async () => {
  expect(await suggested({})).toEqual(['Find every TODO', 'What is in this repository?']);
});
