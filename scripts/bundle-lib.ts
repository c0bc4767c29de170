import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';

/** The folder of what several entries share. */
const shared = 'shared';

/**
 * What `app` does not import, by the name it gets: the launcher goes on with it, and a thread is started from a file beside the code
 * that starts it.
 */
const otherEntries = {
  'http/prepare-start': 'http/prepare-start',
  [`${shared}/count-tokens-worker`]: 'split/count-tokens-worker',
};

/**
 * Makes `lib` a package beside those that npm installed. Next bundles sources, once more for each route; a package it leaves alone, and
 * then all routes share one instance of every module. A file for each module would be a thousand, and reading them a good part of a
 * start: what is imported from outside is a file of its own, the rest is in few.
 */
export async function bundleLib(root: string): Promise<void> {
  const [from, to] = [join(root, 'lib'), join(root, 'node_modules', '@vitrine', 'lib')];
  const entries = {
    ...Object.fromEntries(importedEntries(root).map((name) => [name, name])),
    ...otherEntries,
  };
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, path]) => [name, join(from, `${path}.ts`)]),
    ),
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    platform: 'node',
    // Neither this nor `minify`: a call made only to see whether it throws (`decodeURIComponent`) would be left out as without effect.
    treeshake: false,
  });
  rmSync(to, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${shared}/[name].js`,
    minify: false,
  });
  await bundle.close();
  const starter = output.find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/lib/split/count-tokens.ts')),
  );
  if (!starter?.fileName.startsWith(`${shared}/`))
    throw new Error(
      `The code that starts a thread is in ${starter?.fileName}, not beside the thread's file.`,
    );
  cpSync(join(from, 'package.json'), join(to, 'package.json'));
}

/** The modules of `lib` that the pages and routes import by its package name. */
const importedEntries = (root: string): string[] =>
  ['instrumentation.ts', 'proxy.ts', ...globSync('{app,components}/**/*.{ts,tsx}', { cwd: root })].flatMap(
    (path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/'@vitrine\/lib\/(.+)\.ts'/g)].map(
        ([, name = '']) => name,
      ),
  );
