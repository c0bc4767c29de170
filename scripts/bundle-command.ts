import { rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';
import { startedModules } from './bundle-lib.ts';

/** The programs of `vitrine`, by the name of their file. */
const packedPrograms = [
  'config-check',
  'doctor',
  'hook',
  'login',
  'recall',
  'replay',
  'run',
  'share',
  'show',
  'split',
  'start',
] as const;

/**
 * Makes JavaScript of the command line, for the package: Node strips no types below `node_modules`. What npm installs
 * stays outside.
 */
export async function bundleCommand(root: string, to: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries([
      ...packedPrograms.map((name) => [name, join(root, 'scripts', `${name}.ts`)]),
      // Started from the folder of whatever starts them: all files are in one.
      ...startedModules.map(({ file }) => [file.split('/').at(-1), join(root, 'lib', `${file}.ts`)]),
    ]),
    external: (id) => !/^[.#]/.test(id) && !isAbsolute(id),
    platform: 'node',
    // As in `bundle-lib.ts`: a call made only to see whether it throws would be removed.
    treeshake: false,
  });
  rmSync(to, { recursive: true, force: true });
  await bundle.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await bundle.close();
}
