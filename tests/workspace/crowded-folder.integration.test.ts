import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { changeLimits } from '../support/change-limits.ts';
import { tempFolder } from '../support/temp-folder.ts';

const { signal } = new AbortController();

describe('a folder with more entries than are listed', () => {
  const crowded = tempFolder();
  const names = (count: number) => `seq -f f%06.0f 1 ${count} | xargs touch`;
  beforeAll(() => {
    execFileSync('bash', ['-c', names(limits.listEntries + 1)], { cwd: crowded });
  });
  const crowd = (isRecursive: boolean) => openWorkspace(crowded).list({ path: '.', isRecursive, signal });

  test('is cut, and says so', async () => {
    for (const isRecursive of [false, true]) {
      const listing = await crowd(isRecursive);
      expect(listing).toMatchObject({ isCut: true, fileCount: limits.listEntries, folderCount: 0 });
      expect(listing.lines).toHaveLength(limits.listEntries);
      expect(listing.lines[0]).toBe('f000001\t0');
    }
  });

  test('has its last file found while somebody types', async () => {
    const last = `f${String(limits.listEntries + 1).padStart(6, '0')}`;
    const found = await openWorkspace(crowded).findFiles({ query: last, most: 8, signal });
    expect(found).toEqual([{ path: last, byteLength: 0 }]);
  });

  test('is whole where it just fits', async () => {
    execFileSync('rm', [join(crowded, 'f000001')]);
    for (const isRecursive of [false, true]) expect(await crowd(isRecursive)).toMatchObject({ isCut: false });
  });

  describe('and more than are read', () => {
    changeLimits({ readEntries: 5_000 });

    test('is cut, with what was read in order', async () => {
      const listing = await crowd(false);
      expect(listing).toMatchObject({ isCut: true, fileCount: 5_000 });
      expect(listing.lines).toEqual(listing.lines.toSorted());
    });

    test('is left when nobody waits any more', async () => {
      const stopped = AbortSignal.abort(new Error('stopped'));
      const listing = openWorkspace(crowded).list({ path: '.', isRecursive: false, signal: stopped });
      await expect(listing).rejects.toThrow('stopped');
    });
  });
});
