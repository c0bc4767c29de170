import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { GrepOptions } from '#lib/workspace/grep-workspace.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { scaled } from '../support/scaled.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const root = tempFolder();
const workspace = openWorkspace(root);
const grep = (pattern: string, change: Partial<GrepOptions> = {}) =>
  workspace.grep({
    pattern,
    path: '.',
    glob: null,
    isCaseIgnored: false,
    signal: new AbortController().signal,
    ...change,
  });

beforeAll(() => {
  const secret = 'NEEDLE=secret\n';
  writeFiles(root, {
    'a.ts': 'one\nneedle here\nthree needle\n',
    'lib/b.ts': 'Needle\r\n',
    'lib/b.md': 'needle in prose',
    '.gitignore': 'dist\n',
    'dist/c.ts': 'needle built\n',
    '.env': `needle\n${secret}`,
    '.env.local': `needle\n${secret}`,
    '.ENV': `needle\n${secret}`,
    'lib/.env.production': `needle\n${secret}`,
    '.env.d/x': `needle\n${secret}`,
    '.env.example': 'needle=\n',
    '.github/x.yml': 'needle\n',
    '.git/HEAD': 'needle\n',
    'binary.bin': Buffer.concat([Buffer.from('needle\n'), Buffer.alloc(2_000), Buffer.from('needle\n')]),
    'long.txt': `${'x'.repeat(100_000)}needle${'y'.repeat(100_000)}\nneedle\n`,
    'utf16.txt': Buffer.from('\ufeffneedle sixteen\n', 'utf16le'),
    'redos.txt': `${'a'.repeat(200_000)}!`,
    'odd name:1:x.ts': 'needle odd\n',
  });
  symlinkSync('/etc', join(root, 'etc'));
  symlinkSync('a.ts', join(root, 'link.ts'));
  mkdirSync(join(root, 'empty'));
});

const paths = ({ lines }: { lines: string[] }) => lines.map((line) => line.split(':', 1)[0]);

describe('a search of the workspace', () => {
  test('gives path:line:text in path order, without what git ignores, links and binaries', async () => {
    const { lines, files } = await grep('needle', { glob: '*.{ts,md,yml}' });
    expect(lines).toEqual([
      '.github/x.yml:1:needle',
      'a.ts:2:needle here',
      'a.ts:3:three needle',
      'lib/b.md:1:needle in prose',
      'odd name:1:x.ts:1:needle odd',
    ]);
    expect(files).toEqual(['.github/x.yml', 'a.ts', 'lib/b.md', 'odd name:1:x.ts']);
  });

  test('of everything passes over binaries and .git, and reads UTF-16', async () => {
    const { files } = await grep('needle');
    expect(files).toContain('utf16.txt');
    for (const path of ['.git/HEAD', 'binary.bin', 'link.ts', 'dist/c.ts']) expect(files).not.toContain(path);
  });

  test('ignores case where asked to', async () => {
    expect((await grep('NEEDLE here', { isCaseIgnored: true })).lines).toEqual(['a.ts:2:needle here']);
    expect((await grep('NEEDLE here')).lines).toEqual([]);
  });

  test('of a folder names paths from the workspace', async () => {
    expect(paths(await grep('eedle', { path: './lib/' }))).toEqual(['lib/b.md', 'lib/b.ts']);
    expect((await grep('needle', { path: 'empty' })).lines).toEqual([]);
  });

  test('of one file searches just that', async () => {
    expect(await grep('needle', { path: 'a.ts' })).toEqual({
      lines: ['a.ts:2:needle here', 'a.ts:3:three needle'],
      files: ['a.ts'],
      notSearched: [],
      isCut: false,
    });
    expect((await grep('needle', { path: 'dist/c.ts' })).lines).toEqual(['dist/c.ts:1:needle built']);
    expect(await grep('nothing like it', { path: 'a.ts' })).toEqual({
      lines: [],
      files: [],
      notSearched: [],
      isCut: false,
    });
    expect(await grep('needle', { path: 'utf16.txt' })).toMatchObject({
      lines: ['utf16.txt:1:needle sixteen'],
    });
  });

  test('of a file that is not text says so, and makes no line of it', async () => {
    await expect(grep('needle', { path: 'binary.bin' })).rejects.toThrow(
      'Not text, so not searched by lines: binary.bin',
    );
    expect(await grep('nothing like it', { path: 'binary.bin' })).toEqual({
      lines: [],
      files: [],
      notSearched: [],
      isCut: false,
    });
  });

  test('keeps no carriage return of a line end', async () => {
    expect((await grep('Needle', { path: 'lib' })).lines).toEqual(['lib/b.ts:1:Needle']);
    expect((await grep('Needle', { path: 'lib/b.ts' })).lines).toEqual(['lib/b.ts:1:Needle']);
    expect((await grep('Needle$', { path: 'lib/b.ts' })).lines).toHaveLength(1);
  });

  test('cuts very long lines', async () => {
    for (const path of ['.', 'long.txt']) {
      const { lines } = await grep('needle', { path, glob: path === '.' ? 'long.txt' : null });
      expect(lines).toHaveLength(2);
      expect(lines[0]?.length).toBeLessThan(limits.grepLineCharacters + 200);
      expect(lines[1]).toBe('long.txt:2:needle');
    }
  });
});

describe('secrets', () => {
  test('are found by no search: of a folder, with a glob, of the file itself', async () => {
    const searches: Partial<GrepOptions>[] = [
      ...[{}, { path: 'lib' }, { glob: '.env*' }, { glob: '**/.env' }, { glob: '*' }, { glob: '.ENV' }],
      ...[{ isCaseIgnored: true }, { glob: '!*.ts' }, { glob: '.env.d/**' }],
    ];
    for (const search of searches) {
      const { lines, files } = await grep('needle|secret', { isCaseIgnored: true, ...search });
      expect(lines.join('\n'), JSON.stringify(search)).not.toContain('secret');
      expect(files.filter((file) => file.includes('.env') && file !== '.env.example')).toEqual([]);
    }
    for (const path of ['.env', '.env.local', '.ENV', 'lib/.env.production', '.env.d', '.env.d/x'])
      await expect(grep('needle', { path }), path).rejects.toMatchObject({ code: 'not_found' });
    expect((await grep('needle', { path: '.env.example' })).lines).toEqual(['.env.example:1:needle=']);
  });

  test('outside the workspace are found by no path and no glob', async () => {
    for (const path of ['..', '/etc', '../x', 'etc/..'])
      await expect(grep('root', { path })).rejects.toThrow();
    for (const path of ['etc', 'etc/passwd', 'link.ts'])
      await expect(grep('root', { path })).rejects.toMatchObject({ code: 'link_not_followed' });
    for (const glob of ['/etc/*', '../**', 'etc/**', '../../../../etc/passwd'])
      expect((await grep('root', { glob })).lines, glob).toEqual([]);
  });
});

describe('a pattern', () => {
  test('that is no regular expression is refused with what is wrong in it', async () => {
    for (const pattern of [
      '(',
      'a{2',
      '[z-a]',
      '*',
      '\\',
      '(?<x',
      '(?=look)',
      '\\1',
      'a\nb',
      'a{1000}{1000}{1000}',
    ])
      for (const path of scaled(['.', 'a.ts'], pattern === '(' ? ['.', 'a.ts'] : ['a.ts']))
        await expect(grep(pattern, { path }), pattern).rejects.toMatchObject({ code: 'bad_pattern' });
    await expect(grep('needle', { glob: '[' })).rejects.toMatchObject({ code: 'bad_pattern' });
    await expect(grep('foo(')).rejects.toThrow(/unclosed group/);
  });

  test('is a pattern, whatever option it looks like', async () => {
    for (const pattern of ['--files', '-e', '--', '-v', '--pre=id', '-f/etc/passwd', '@', '$(id)', '`id`'])
      expect((await grep(pattern)).lines, pattern).toEqual([]);
    for (const glob of ['--pre=id', '-x', '*/../..'])
      expect((await grep('needle', { glob })).lines).toEqual([]);
  });

  test('that would take others forever is done at once', async () => {
    expect((await grep('(a+)+$', { path: 'redos.txt' })).lines).toEqual([]);
    expect((await grep('(a|aa)*b$', { glob: 'redos.txt' })).lines).toEqual([]);
    expect((await grep('(.*)*x{1,50}$', { path: 'redos.txt' })).lines).toEqual([]);
  });
});

describe('a search', () => {
  test('ends after so many lines', async () => {
    writeFiles(root, { 'empty/many.txt': 'match\n'.repeat(limits.listEntries + 100) });
    for (const path of ['empty', 'empty/many.txt'])
      expect((await grep('match', { path })).lines).toHaveLength(limits.listEntries);
  });

  test('of a run that was stopped ends, before and while it runs', async () => {
    await expect(grep('needle', { signal: AbortSignal.abort() })).rejects.toThrow('abort');
    const controller = new AbortController();
    const search = grep('needle', { path: '.', signal: controller.signal });
    controller.abort(new Error('stopped'));
    await expect(search).rejects.toThrow('stopped');
  });
});
