import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { type RolldownOutput, rolldown } from 'rolldown';
import { version } from '../lib/core/vocabulary/version.ts';
import { neededNode } from './needed-node.mjs';
import { writeDeclarations } from './write-declarations.ts';

const name = '@vitrine/split';

/**
 * Writes the package of the split into an empty folder, ready for `npm pack`: JavaScript, declarations, and what it
 * needs of others.
 */
export async function writeSplitPackage(root: string, folder: string): Promise<void> {
  const output = await bundle(root, join(folder, 'dist'));
  writeDeclarations(root, 'embed/index', join(folder, 'dist'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions: Record<string, string> = manifest.dependencies;
  const range = (dependency: string) => `^${versions[dependency]}`;
  const needed = neededPackages(output);
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(
      {
        name,
        version,
        description:
          'Splits the results of AI SDK tools: the model reads a short view, people see everything.',
        license: manifest.license,
        type: 'module',
        exports: { '.': { types: './dist/embed/index.d.ts', default: './dist/index.js' } },
        files: ['dist', 'PROGRAMS.md'],
        engines: { node: `>=${neededNode}` },
        dependencies: Object.fromEntries(needed.map((dependency) => [dependency, range(dependency)])),
        peerDependencies: { ai: range('ai') },
      },
      null,
      2,
    )}\n`,
  );
  for (const file of ['README.md', 'PROGRAMS.md']) {
    copyFileSync(join(root, 'lib', 'embed', file), join(folder, file));
  }
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

async function bundle(root: string, to: string): Promise<RolldownOutput['output']> {
  const made = await rolldown({
    input: {
      index: join(root, 'lib', 'embed', 'index.ts'),
      // Started as a thread, from the folder of whatever starts it: all files are in one.
      'count-tokens-worker': join(root, 'lib', 'split', 'count-tokens-worker.ts'),
    },
    external: (id) => !/^[.#]/.test(id) && !isAbsolute(id),
    platform: 'node',
    // As in `bundle-lib.ts`: a call made only to see whether it throws would be removed.
    treeshake: false,
  });
  const { output } = await made.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await made.close();
  return output;
}

/** What the code imports, by the name of its package. */
function neededPackages(output: RolldownOutput['output']): string[] {
  const own = new Set(output.map(({ fileName }) => fileName));
  const imported = output
    .flatMap((chunk) => (chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : []))
    .filter((id) => !own.has(id) && !id.startsWith('node:') && !builtinModules.includes(id))
    .map((id) =>
      id
        .split('/')
        .slice(0, id.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(imported)].toSorted();
}
