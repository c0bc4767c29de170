import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chdir, cwd } from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { scanWorkspace } from '#lib/workspace/protection/scan-workspace.ts';
import { builtInSecretNames } from '#lib/workspace/secret-names.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const started = cwd();
afterEach(() => chdir(started));

test.each([
  ['small', 0],
  ['large', 600],
])(
  'a folder too deep for a path is reported as one, and ends no scan of a %s workspace',
  async (_, count) => {
    const root = tempFolder();
    writeFiles(root, Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`, ''])));
    chdir(root);
    for (let depth = 0; depth < 25; depth++) {
      mkdirSync('a'.repeat(200));
      chdir('a'.repeat(200));
    }
    writeFileSync('.env', 'secret');
    const scan = await scanWorkspace(root, builtInSecretNames, new AbortController().signal);
    chdir(started);
    // Node removes by path.
    execFileSync('/bin/rm', ['-rf', root]);
    expect(scan.entries).toEqual([]);
    expect(scan.unreadableFolders.map((path) => path.length)).toEqual([15]);
  },
);
