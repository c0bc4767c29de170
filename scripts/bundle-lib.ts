import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundling } from './bundle-flat.ts';

/** Folder of the modules that several entries share. */
const shared = 'shared';

/** What is started as a thread or a process of its own: the file is next to the code that starts it. */
export const startedModules = [
  { file: 'split/count-tokens-worker', starter: '/lib/split/count-tokens.ts' },
  { file: 'workspace/network/proxy-process', starter: '/lib/workspace/network/proxy-client.ts' },
  { file: 'workspace/pdf/read-pdf-process', starter: '/lib/workspace/pdf/pdf-text.ts' },
] as const;

/** Entries that `app` does not import, by output name: the launcher loads one, the others are started. */
const otherEntries = {
  'http/prepare-start': 'http/prepare-start',
  'http/run-backup': 'http/run-backup',
  'http/run-doctor': 'http/run-doctor',
  ...Object.fromEntries(startedModules.map(({ file }) => [`${shared}/${file.split('/').at(-1)}`, file])),
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
    ...bundling,
  });
  rmSync(to, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${shared}/[name].js`,
    // For the same reason as `treeshake` in `bundling`.
    minify: false,
    // They are for those who read the sources.
    comments: { jsdoc: false },
  });
  await bundle.close();
  for (const { file, starter } of startedModules) {
    const found = output.find(
      (chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(starter)),
    );
    if (!found?.fileName.startsWith(`${shared}/`))
      throw new Error(`What starts ${file} is in ${found?.fileName}, not beside it.`);
  }
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
