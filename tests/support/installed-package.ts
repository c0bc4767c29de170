import { execFileSync, type StdioOptions } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * An otherwise empty folder in which the package of this project is installed as npm would: from a tarball that is
 * packed now, with its command in `.bin`, and beside it the dependencies that are here already.
 */
export function installPackage(): { folder: string; files: string[] } {
  const folder = tempFolder();
  const npm = {
    cwd: root,
    encoding: 'utf8' as const,
    stdio: ['ignore', 'pipe', 'pipe'] satisfies StdioOptions,
  };
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], npm);
  const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('[\n')));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of installedNames()) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  mkdirSync(join(modules, 'vitrine'));
  execFileSync('tar', [
    '-xzf',
    join(folder, filename),
    '-C',
    join(modules, 'vitrine'),
    '--strip-components=1',
  ]);
  rmSync(join(folder, filename));
  symlinkSync('../vitrine/scripts/vitrine.mjs', join(modules, '.bin', 'vitrine'));
  return { folder, files: files.map(({ path }: { path: string }) => path) };
}

/** The packages beside it: not those that only this checkout needs, nor those that its build makes. */
function installedNames(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean }>(packages).flatMap(([path, { dev = false }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return name === undefined || dev || !existsSync(join(root, path)) ? [] : [name];
  });
}

/** Runs `npx vitrine …` there, as a person or a hook does. */
export function npxVitrine(
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): string {
  try {
    return execFileSync('npx', ['--no-install', 'vitrine', ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        NODE_ENV: 'test',
        HOME: folder,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        ...environment,
      },
    });
  } catch (error) {
    // A failing test makes it fail, too: what it printed is what matters here.
    const { stdout } = error as { stdout: string };
    if (stdout === '') throw error;
    return stdout;
  }
}
