import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, '.next', 'vitrine-build');
const sources = [
  'app',
  'components',
  'lib',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'proxy.ts',
  'tsconfig.json',
];

export const serverFile: string = join(root, '.next', 'standalone', 'server.js');

export const compileCacheDir: string = join(root, '.next', 'compile-cache');

/** Builds the server unless what is built is of these very sources. Without them (in an image) what is built is taken. */
export function buildApp(): void {
  if (!existsSync(join(root, 'app'))) return;
  const stamp = stampOf(sources);
  if (existsSync(serverFile) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building Vitrine. This takes one to two minutes, once.');
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const build = spawnSync(process.execPath, [next, 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      __NEXT_PROCESSED_ENV: 'true',
    },
  });
  if (build.status !== 0) throw new Error('The build failed; see above.');
  // The standalone server serves these, but leaves it to us to put them there.
  cpSync(join(root, '.next', 'static'), join(root, '.next', 'standalone', '.next', 'static'), {
    recursive: true,
  });
  rmSync(compileCacheDir, { recursive: true, force: true });
  writeFileSync(stampFile, stamp);
}

function stampOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn).toSorted())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  const isFile = path.includes('.');
  if (isFile) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
