import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readListingLine } from '#lib/core/algorithms/lines/listing-line.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const root = tempFolder();
const workspace = openWorkspace(root);
const { signal } = new AbortController();
const list = (path = '.', isRecursive = false) => workspace.list({ path, isRecursive, signal });
const recursively = (path = '.') => list(path, true);

beforeAll(() => {
  writeFiles(root, {
    'b.txt': '',
    'a.txt': '',
    'Z.txt': '',
    '.hidden': '',
    '.gitignore': 'ignored\n*.log\n',
    '.git/config': '',
    '.env': '',
    '.env.local': '',
    '.ENV': '',
    '.env.example': '',
    'lib/x.ts': '',
    'lib/.env': '',
    'lib/deep/y.ts': '',
    'lib/deep/z.log': '',
    'ignored/secret.txt': '',
    'app.log': '',
    '.env.d/key': '',
    'a/b': '',
  });
  execFileSync('mkfifo', [join(root, 'fifo')]);
  symlinkSync('/etc', join(root, 'etc-link'));
  symlinkSync('none', join(root, 'dangling'));
  symlinkSync('a.txt', join(root, 'lib/link.ts'));
});

describe('a folder', () => {
  test('is listed folders first, each part by name, links shown and not followed', async () => {
    expect(await list()).toEqual({
      lines: [
        ...[
          '.git/',
          'a/',
          'ignored/',
          'lib/',
          '.env.example\t0',
          '.gitignore\t14',
          '.hidden\t0',
          'Z.txt\t0',
          'a.txt\t0',
          'app.log\t0',
        ],
        ...['b.txt\t0', 'dangling -> none (not followed)', 'etc-link -> /etc (not followed)', 'fifo'],
      ],
      folderCount: 4,
      fileCount: 10,
      isCut: false,
    });
  });

  test('below the workspace is listed with paths from the workspace', async () => {
    expect((await list('./lib/')).lines).toEqual([
      'lib/deep/',
      'lib/link.ts -> a.txt (not followed)',
      'lib/x.ts\t0',
    ]);
  });

  test('that is empty has no lines', async () => {
    expect(await openWorkspace(tempFolder()).list({ path: '.', isRecursive: false, signal })).toEqual({
      lines: [],
      folderCount: 0,
      fileCount: 0,
      isCut: false,
    });
  });

  test('outside, behind a link, of secrets, or that is none, is refused', async () => {
    const refusals = {
      '..': 'bad_path',
      '/etc': 'bad_path',
      'etc-link': 'link_not_followed',
      none: 'not_found',
    };
    const more = {
      '.env.d': 'not_found',
      '.env': 'not_found',
      'a.txt': 'not_a_directory',
      fifo: 'not_a_file',
    };
    for (const [path, code] of Object.entries({ ...refusals, ...more })) {
      await expect(list(path), path).rejects.toMatchObject({ code });
      await expect(recursively(path), path).rejects.toMatchObject({ code });
    }
  });
});

describe('all that lies below a folder', () => {
  test('is its files in path order, but what git ignores, secrets and links', async () => {
    expect(await recursively()).toEqual({
      lines: [
        '.env.example\t0',
        '.gitignore\t14',
        '.hidden\t0',
        'Z.txt\t0',
        'a/b\t0',
        'a.txt\t0',
        'b.txt\t0',
        'lib/deep/y.ts\t0',
        'lib/x.ts\t0',
      ].sort(byComponents),
      fileCount: 9,
      folderCount: 3,
      isCut: false,
    });
  });

  test('follows the rules of the folders above it', async () => {
    expect((await recursively('lib')).lines).toEqual(['lib/deep/y.ts\t0', 'lib/x.ts\t0']);
    expect((await recursively('lib/deep')).lines).toEqual(['lib/deep/y.ts\t0']);
    // Asked for by its name, a folder that git ignores is listed.
    expect((await recursively('ignored')).lines).toEqual(['ignored/secret.txt\t0']);
  });

  test('is not listed for a run that was stopped', async () => {
    await expect(
      workspace.list({ path: '.', isRecursive: true, signal: AbortSignal.abort() }),
    ).rejects.toThrow('abort');
  });
});

describe('sizes', () => {
  const odd = tempFolder();
  beforeAll(() => {
    writeFiles(odd, {
      'in/a.ts': 'é'.repeat(602),
      'in/tab\t77': 'x',
      'in/tab\t': '',
      'in/ spaces  ': '12',
      'in/12': '3',
    });
    execFileSync('mkfifo', [join(odd, 'in', 'fifo\t5')]);
    symlinkSync('a.ts', join(odd, 'in', 'link\t9'));
    // No text names it, so it is not found again, as a file that goes while the folder is listed.
    writeFileSync(Buffer.concat([Buffer.from(`${odd}/in/gone\t4`), Buffer.from([0xff, 0x09, 0x38])]), 'x');
  });
  const read = async (isRecursive: boolean) => {
    const { lines } = await openWorkspace(odd).list({ path: 'in', isRecursive, signal });
    return Object.fromEntries(lines.map(readListingLine).map(({ path, size }) => [path, size]));
  };
  const files = {
    'in/a.ts': 1_204,
    'in/tab\t77': 1,
    'in/tab\t': 0,
    'in/ spaces  ': 2,
    'in/12': 1,
    'in/gone\t4\ufffd\t8': null,
  };

  test('are those of files, whatever their names are; what cannot be found again has none', async () => {
    expect(await read(true)).toEqual(files);
  });

  test('are of no link and of nothing else that is no file', async () => {
    expect(await read(false)).toEqual({
      ...files,
      'in/fifo\t5': null,
      'in/link\t9 -> a.ts (not followed)': null,
    });
  });
});

function byComponents(a: string, b: string): number {
  const [x, y] = [a.split('/'), b.split('/')];
  for (let at = 0; at < Math.min(x.length, y.length); at += 1) {
    const [left = '', right = ''] = [x[at], y[at]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return x.length - y.length;
}
