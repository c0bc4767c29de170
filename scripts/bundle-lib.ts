import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';

/** Folder of the modules that several entries share. */
const shared = 'shared';

/**
 * Entries that `app` does not import, by output name: the launcher loads one of them, and a thread is started
 * from a file next to the code that starts it.
 */
const otherEntries = {
  'http/prepare-start': 'http/prepare-start',
  [`${shared}/count-tokens-worker`]: 'split/count-tokens-worker',
};

/**
 * Makes `lib` a package next to those that npm installed. Next bundles sources again for each route, but
 * leaves a package alone, so all routes share one instance of every module. One file per module would be a
 * thousand files, and reading them a good part of a start: modules that are imported from outside get their
 * own file, the rest is in a few.
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
    external: (id) => !/^[.#]/.test(id) && !isAbsolute(id),
    platform: 'node',
    // No tree shaking and no `minify`: a call made only to see whether it throws (`decodeURIComponent`) would
    // be removed as without effect.
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

/** The modules of `lib` that pages and routes import by its package name. */
const importedEntries = (root: string): string[] =>
  ['instrumentation.ts', 'proxy.ts', ...globSync('{app,components}/**/*.{ts,tsx}', { cwd: root })].flatMap(
    (path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/'@vitrine\/lib\/(.+)\.ts'/g)].map(
        ([, name = '']) => name,
      ),
  );
