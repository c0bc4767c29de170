import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFile } from './built-server.ts';

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
  'scripts/bundle-flat.ts',
  'scripts/bundle-lib.ts',
  'tsconfig.build.json',
  'tsconfig.json',
];

/** Whether the build is up to date with the sources. Without sources (in an image, or installed), it is used as it is. */
export const isAppBuilt = (): boolean =>
  !existsSync(join(root, 'app')) || (existsSync(serverFile) && readStamp() === stampOf(sources));

const readStamp = (): string | null => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null);

/** Builds the server unless the build is up to date. */
export async function buildApp(): Promise<void> {
  if (isAppBuilt()) return;
  // Computed from the sources being built now, even if they change meanwhile.
  const stamp = stampOf(sources);
  console.log('Building Vitrine: about half a minute on two cores, once for each version …');
  const startedMs = performance.now();
  // Nothing of an earlier build is reused.
  rmSync(join(root, '.next'), { recursive: true, force: true });
  // A built server has no bundler installed.
  const { bundleLib } = await import('./bundle-lib.ts');
  await bundleLib(root);
  run(stamp.slice(0, 16), join('next', 'dist', 'bin', 'next'), 'build');
  copyPdfData();
  copyMermaid();
  // The standalone server serves these files, but they have to be copied there.
  cpSync(join(root, '.next', 'static'), join(root, '.next', 'standalone', '.next', 'static'), {
    recursive: true,
  });
  writeFileSync(stampFile, stamp);
  console.log(`Built in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
}

/** What some PDFs need and do not bring along; named by version, since browsers keep what is there. */
function copyPdfData(): void {
  const from = join(root, 'node_modules', 'pdfjs-dist');
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
  const to = join(root, '.next', 'static', `pdfjs-${version}`);
  for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
    cpSync(join(from, folder), join(to, folder), { recursive: true });
}

/** What draws diagrams: it loads its parts by itself, when they are needed. */
function copyMermaid(): void {
  const from = join(root, 'node_modules', 'mermaid');
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
  const to = join(root, '.next', 'static', `mermaid-${version}`);
  const entry = 'mermaid.esm.min.mjs';
  const parts = join('chunks', 'mermaid.esm.min');
  cpSync(join(from, 'dist', entry), join(to, entry));
  for (const name of readdirSync(join(from, 'dist', parts)).filter((part) => part.endsWith('.mjs')))
    cpSync(join(from, 'dist', parts, name), join(to, parts, name));
}

/** Runs a program of a dependency. Its output is only shown if it fails: a build lists some ninety routes. */
function run(build: string, program: string, ...words: string[]): void {
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
        VITRINE_BUILD: build,
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
