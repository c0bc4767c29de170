import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { configFileName } from '../core/config-file-name.ts';

/**
 * Where a config file is looked for, whether or not it is there; its folder without links, as workspaces are named.
 * @param named absolute, or from the folder
 */
export function locateConfigFile(folder: string, named: string | undefined): string {
  const path = resolve(/* turbopackIgnore: true */ folder, named ?? configFileName);
  try {
    return join(realpathSync(/* turbopackIgnore: true */ dirname(path)), basename(path));
  } catch {
    // A folder that is not there has no file, and nobody works in it.
    return path;
  }
}
