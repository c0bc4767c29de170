import { rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';

/** The programs of `vitrine` that need no server here, by the name of their file. */
export const packedPrograms = [
  'config-check',
  'hook',
  'login',
  'recall',
  'run',
  'share',
  'show',
  'split',
] as const;

/**
 * Makes JavaScript of the command line, for the package: Node strips no types below `node_modules`. What npm installs
 * stays outside.
 */
export async function bundleCommand(root: string): Promise<void> {
  const to = join(root, 'dist');
  const bundle = await rolldown({
    input: {
      ...Object.fromEntries(packedPrograms.map((name) => [name, join(root, 'scripts', `${name}.ts`)])),
      // Started as a thread by code in a shared file, beside which it is looked for.
      'shared/count-tokens-worker': join(root, 'lib', 'split', 'count-tokens-worker.ts'),
    },
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
    chunkFileNames: 'shared/[name].js',
  });
  await bundle.close();
}
