import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtLib } from './built-server.ts';

const source = join(import.meta.dirname, '..', 'lib');

/**
 * The address of a module of `lib/http` to import: its source in a checkout; an image and an installed package have only
 * what was built.
 */
export const libProgram = (name: string): string =>
  pathToFileURL(
    existsSync(source) ? join(source, 'http', `${name}.ts`) : join(builtLib, 'http', `${name}.js`),
  ).href;
