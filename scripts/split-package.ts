import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { RolldownOutput } from 'rolldown';
import { version } from '../lib/core/vocabulary/version.ts';
import { bundleFlat } from './bundle-flat.ts';
import { neededNode } from './needed-node.mjs';
import { writeDeclarations } from './write-declarations.ts';

const name = '@vitrine/split';

/**
 * Writes the package of the split into an empty folder, ready for `npm pack`: JavaScript, declarations, and what it
 * needs of others.
 */
export async function writeSplitPackage(root: string, folder: string): Promise<void> {
  const modules = {
    index: join(root, 'lib', 'embed', 'index.ts'),
    'count-tokens-worker': join(root, 'lib', 'split', 'count-tokens-worker.ts'),
  };
  const output = await bundleFlat(modules, join(folder, 'dist'));
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
