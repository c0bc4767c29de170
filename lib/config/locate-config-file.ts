import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { configFileName } from '../core/vocabulary/config-file-name.ts';

/**
 * The path of the config file, whether or not it exists; links in its folder are resolved, as in the paths of
 * workspaces.
 * @param named absolute, or relative to the folder
 */
export function locateConfigFile(folder: string, named: string | undefined): string {
  const path = resolve(/* turbopackIgnore: true */ folder, named ?? configFileName);
  try {
    return join(realpathSync(/* turbopackIgnore: true */ dirname(path)), basename(path));
  } catch {
    // A folder that does not exist has no config file, and no command runs in it.
    return path;
  }
}
