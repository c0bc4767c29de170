import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WorkspaceRecord } from '#lib/core/vocabulary/workspace-record.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { openWorkspaces } from '#lib/workspace/workspaces.ts';
import { tempFolder } from '../support/temp-folder.ts';

const around = tempFolder();
for (const name of [
  'own',
  'allowed',
  'allowed/a',
  'elsewhere',
  'clones',
  'clones/c',
  'copies',
  'copies/conv_1',
])
  mkdirSync(join(around, name));

const record = (name: string, path: string, change: Partial<WorkspaceRecord> = {}): WorkspaceRecord => ({
  name,
  kind: 'folder',
  url: null,
  path: join(around, path),
  state: 'ready',
  failure: null,
  addedBy: { id: 'mem_a', name: 'Ada' },
  addedAt: '2026-03-01T12:00:00.000Z',
  ...change,
});
let records: WorkspaceRecord[] = [];
const workspaces = openWorkspaces({
  configured: [openWorkspace(join(around, 'own'))],
  listRecords: async () => records,
  folderRules: { allowed: [join(around, 'allowed')], forbidden: [join(around, 'clones')] },
  worktreePath: (id) => join(around, 'copies', id),
});
const names = async () => (await workspaces.list()).map(({ name }) => name);

test('those of the settings come first, and what was added is there at once', async () => {
  expect(await names()).toEqual(['own']);
  records = [
    record('a', 'allowed/a'),
    record('c', 'clones/c', { kind: 'clone', url: 'https://x.example/c' }),
  ];
  expect(await names()).toEqual(['own', 'a', 'c']);
  expect((await workspaces.find('c'))?.root).toBe(join(around, 'clones/c'));
  expect(await workspaces.find('none')).toBeNull();
});

test('one of the settings is not covered by what was added under its name', async () => {
  records = [record('own', 'allowed/a')];
  expect(await names()).toEqual(['own']);
  expect((await workspaces.find('own'))?.root).toBe(join(around, 'own'));
});

test('what is not ready, gone, not allowed any more, or exchanged for a link cannot be worked on', async () => {
  mkdirSync(join(around, 'allowed/b'));
  renameSync(join(around, 'allowed/b'), join(around, 'allowed/moved'));
  symlinkSync(join(around, 'allowed/moved'), join(around, 'allowed/b'));
  symlinkSync(join(around, 'own'), join(around, 'clones/link'));
  records = [
    record('gone', 'allowed/none'),
    record('elsewhere', 'elsewhere'),
    record('link', 'allowed/b'),
    record('of-the-server', 'clones'),
    record('clone-link', 'clones/link', { kind: 'clone' }),
    record('cloning', 'clones/c', { kind: 'clone', state: 'cloning' }),
    record('failed', 'clones/c', { kind: 'clone', state: 'failed', failure: 'No.' }),
  ];
  expect(await names()).toEqual(['own']);
  for (const { name } of records) expect(await workspaces.find(name), name).toBeNull();
});

test('a conversation works in the workspace, or in its own copy while that is there', async () => {
  const worktree = { branch: 'vitrine/x', commit: 'a'.repeat(40), base: 'a'.repeat(40) };
  const at = async (id: string, own: typeof worktree | null) =>
    (await workspaces.of({ id, workspace: 'own', worktree: own }))?.root ?? null;
  expect(await at('conv_1', null)).toBe(join(around, 'own'));
  expect(await at('conv_1', worktree)).toBe(join(around, 'copies/conv_1'));
  expect(await at('conv_2', worktree)).toBeNull();
});

test('the recorded example works in a folder of its own, whatever its workspace is called', async () => {
  const example = { workspace: 'own', worktree: null, recordedAt: '2026-03-01T12:00:00.000Z' };
  expect((await workspaces.of({ id: 'conv_1', ...example }))?.root).toBe(join(around, 'copies', 'conv_1'));
  expect(await workspaces.of({ id: 'conv_2', ...example })).toBeNull();
});
