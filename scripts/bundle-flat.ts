import { isAbsolute } from 'node:path';
import { type InputOptions, type RolldownOutput, rolldown } from 'rolldown';

/** How everything of ours is bundled. What npm installs stays outside. */
export const bundling: InputOptions = {
  external: (id) => !/^[.#]/.test(id) && !isAbsolute(id),
  platform: 'node',
  // A call made only to see whether it throws (`decodeURIComponent`) would be removed as without effect.
  treeshake: false,
};

/**
 * Bundles modules into one folder, without folders in it: what is started as a thread or a process is found beside what
 * starts it.
 * @param input paths by the name of the output
 */
export async function bundleFlat(
  input: Record<string, string>,
  to: string,
): Promise<RolldownOutput['output']> {
  const bundle = await rolldown({ input, ...bundling });
  const { output } = await bundle.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await bundle.close();
  return output;
}
