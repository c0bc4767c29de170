import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chdir, cwd } from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { hasOutgrown } from '#lib/workspace/sandbox/workspace-growth.ts';
import { tempFolder } from '../support/temp-folder.ts';

const mebibyte = 1024 * 1024;
const started = cwd();
afterEach(() => chdir(started));

/** As if the disk had lost enough for the folder to be walked. */
const hasGrown = (root: string): Promise<boolean> =>
  hasOutgrown(
    {
      root,
      startedMs: Date.now(),
      free: { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY },
      limits: { ...limits, workspaceGrowthBytes: mebibyte },
    },
    async () => [],
  );

test('files count whose names, or those of their folders, are not UTF-8', async () => {
  const root = tempFolder();
  expect(await hasGrown(root)).toBe(false);
  const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]);
  mkdirSync(folder);
  writeFileSync(Buffer.concat([folder, Buffer.from('/'), Buffer.from([0xfe])]), Buffer.alloc(2 * mebibyte));
  expect(await hasGrown(root)).toBe(true);
});

test('a folder too deep to be opened by its path counts as too much', async () => {
  const root = tempFolder();
  chdir(root);
  for (let depth = 0; depth < 25; depth++) {
    mkdirSync('a'.repeat(200));
    chdir('a'.repeat(200));
  }
  expect(await hasGrown(root)).toBe(true);
  // Node removes by path.
  chdir(started);
  execFileSync('/bin/rm', ['-rf', root]);
});
