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
  'scripts/build-app.ts',
  'scripts/bundle-lib.ts',
  'tsconfig.build.json',
  'tsconfig.json',
];

export const serverFile: string = join(root, '.next', 'standalone', 'server.js');

export const compileCacheDir: string = join(root, '.next', 'compile-cache');

/** `lib` as the built server has it. */
export const builtLib: string = join(root, '.next', 'standalone', 'node_modules', '@vitrine', 'lib');

/** Whether what is built is of these very sources. Without them (in an image) it is taken as it is. */
export const isAppBuilt = (): boolean =>
  !existsSync(join(root, 'app')) || (existsSync(serverFile) && readStamp() === stampOf(sources));

const readStamp = (): string | null => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null);

/** Builds the server unless it is built. */
export async function buildApp(): Promise<void> {
  if (isAppBuilt()) return;
  // Of what is built now, even if it is changed meanwhile.
  const stamp = stampOf(sources);
  console.log('Building Vitrine: about half a minute on two cores, once for each version …');
  const startedMs = performance.now();
  // Of an earlier build nothing is of use.
  rmSync(join(root, '.next'), { recursive: true, force: true });
  // A server that is built has no bundler beside it.
  const { bundleLib } = await import('./bundle-lib.ts');
  await bundleLib(root);
  run(join('next', 'dist', 'bin', 'next'), 'build');
  // The standalone server serves these, but leaves it to us to put them there.
  cpSync(join(root, '.next', 'static'), join(root, '.next', 'standalone', '.next', 'static'), {
    recursive: true,
  });
  writeFileSync(stampFile, stamp);
  console.log(`Built in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
}

/** Runs a program of a dependency. What it says is shown only where it fails: a build names some ninety routes. */
function run(program: string, ...words: string[]): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', program), ...words],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        __NEXT_PROCESSED_ENV: 'true',
      },
    },
  );
  if (status === 0) return;
  console.error(`${stdout}${stderr}`);
  throw new Error('The build failed; see above.');
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
