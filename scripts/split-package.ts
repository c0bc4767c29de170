import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { type RolldownOutput, rolldown } from 'rolldown';
import { version } from '../lib/core/vocabulary/version.ts';
import { neededNode } from './needed-node.mjs';

const name = '@vitrine/split';

/**
 * Writes the package of the split into an empty folder, ready for `npm pack`: JavaScript, declarations, and what it
 * needs of others.
 */
export async function writeSplitPackage(root: string, folder: string): Promise<void> {
  const output = await bundle(root, join(folder, 'dist'));
  writeDeclarations(root, join(folder, 'dist'));
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

/** The declarations of the door and of what it names; the rest is nobody's business. */
function writeDeclarations(root: string, to: string): void {
  const all = mkdtempSync(join(tmpdir(), 'vitrine-declarations-'));
  try {
    const settings = join(all, 'tsconfig.json');
    writeFileSync(
      settings,
      JSON.stringify({
        extends: join(root, 'tsconfig.build.json'),
        compilerOptions: {
          ...{ noEmit: false, incremental: false, composite: false, declaration: true },
          ...{ emitDeclarationOnly: true, outDir: all, rootDir: join(root, 'lib') },
          ...{ typeRoots: [join(root, 'node_modules', '@types')], types: ['node'] },
        },
        files: [join(root, 'lib', 'embed', 'index.ts')],
        include: [],
      }),
    );
    execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', settings], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    copyDeclaration(all, to, join('embed', 'index.d.ts'), new Set());
  } finally {
    rmSync(all, { recursive: true });
  }
}

const importedFile = /from '(\.[^']+)\.ts'/g;

function copyDeclaration(from: string, to: string, path: string, copied: Set<string>): void {
  if (copied.has(path)) return;
  copied.add(path);
  const text = readFileSync(join(from, path), 'utf8');
  mkdirSync(dirname(join(to, path)), { recursive: true });
  writeFileSync(join(to, path), text.replace(importedFile, "from '$1.js'"));
  for (const [, name = ''] of text.matchAll(importedFile)) {
    copyDeclaration(from, to, normalize(join(dirname(path), `${name}.d.ts`)), copied);
  }
}
