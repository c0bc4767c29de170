import { join } from 'node:path';
import { bundleFlat } from './bundle-flat.ts';
import { startedModules } from './bundle-lib.ts';

/** The programs of `vitrine`, by the name of their file. */
const packedPrograms = [
  'backup',
  'config-check',
  'doctor',
  'hook',
  'login',
  'migrate',
  'recall',
  'replay',
  'restore',
  'run',
  'share',
  'show',
  'split',
  'start',
] as const;

/** Makes JavaScript of the command line, for the package: Node strips no types below `node_modules`. */
export async function bundleCommand(root: string, to: string): Promise<void> {
  const programs = packedPrograms.map((name) => [name, join(root, 'scripts', `${name}.ts`)]);
  const started = startedModules.map(({ file }) => [file.split('/').at(-1), join(root, 'lib', `${file}.ts`)]);
  await bundleFlat(Object.fromEntries([...programs, ...started]), to);
}
