import { expect, test } from 'vitest';
import type { WorkspaceRecord } from '#lib/core/vocabulary/workspace-record.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

const record = (name: string, change: Partial<WorkspaceRecord> = {}): WorkspaceRecord => ({
  name,
  kind: 'folder',
  url: null,
  path: `/srv/${name}`,
  state: 'ready',
  failure: null,
  addedBy: { id: 'mem_a', name: 'Ada' },
  addedAt: '2026-03-01T12:00:00.000Z',
  ...change,
});

export function describeWorkspaces(open: StoreOpener): void {
  const opened = openedStores(open);
  const workspaces = () => opened().stores.workspaces;
  const elsewhere = () => opened().elsewhere.workspaces;

  test('an added workspace is visible in every process, in the order of addition, until it is removed', async () => {
    const later = record('a', { addedAt: '2026-03-01T12:05:00.000Z' });
    expect(await workspaces().list()).toEqual([]);
    expect(await workspaces().add(later)).toBe(true);
    expect(await elsewhere().add(record('b'))).toBe(true);
    expect((await workspaces().list()).map(({ name }) => name)).toEqual(['b', 'a']);
    expect((await elsewhere().list())[1]).toEqual(later);
    expect(await elsewhere().remove('a')).toBe(true);
    expect(await workspaces().remove('a')).toBe(false);
    expect((await workspaces().list()).map(({ name }) => name)).toEqual(['b']);
  });

  test('of concurrent requests for one name one succeeds', async () => {
    const paths = ['/one', '/two', '/three', '/four'];
    const chosen = await Promise.all(
      paths.map((path, index) => (index % 2 ? workspaces() : elsewhere()).add(record('same', { path }))),
    );
    expect(chosen.filter(Boolean)).toHaveLength(1);
    expect((await workspaces().list()).map(({ path }) => path)).toEqual([paths[chosen.indexOf(true)]]);
  });

  test('the result of a clone is stored, unless the workspace was removed meanwhile', async () => {
    const clone = record('c', { kind: 'clone', url: 'https://git.example/c', state: 'cloning' });
    await workspaces().add(clone);
    expect(await elsewhere().finish(clone, { state: 'failed', failure: 'No.' })).toBe(true);
    expect(await workspaces().list()).toEqual([{ ...clone, state: 'failed', failure: 'No.' }]);
    await workspaces().remove('c');
    expect(await workspaces().finish(clone, { state: 'ready', failure: null })).toBe(false);
    expect(await workspaces().list()).toEqual([]);
    const again = record('c', { kind: 'clone', state: 'cloning', path: '/srv/c-again' });
    await workspaces().add(again);
    expect(await elsewhere().finish(clone, { state: 'ready', failure: null })).toBe(false);
    expect(await workspaces().list()).toEqual([again]);
  });
}
