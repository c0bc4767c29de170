import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorMessage } from '../core/errors.ts';
import { configFileName } from '../core/vocabulary/config-file-name.ts';
import type { ConfigFile } from './config-file.ts';
import { parseConfigFile } from './parse-config-file.ts';

const maxBytes = 1024 * 1024;

export interface FoundConfigFile {
  /** Absolute. */
  path: string;
  content: { file: ConfigFile } | { problems: string[] };
}

/**
 * Reads the config file of a folder, or the one that is named. `null`: no file is named and the folder has
 * none.
 * @param named absolute, or relative to the folder
 */
export function readConfigFile(folder: string, named: string | undefined): FoundConfigFile | null {
  const path = resolve(/* turbopackIgnore: true */ folder, named ?? configFileName);
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) {
      return named === undefined ? null : { path, content: { problems: ['there is no such file'] } };
    }
    // A folder of this name keeps commands from creating the file while they run; a killed server may have
    // left it behind.
    if (named === undefined && status.isDirectory()) return null;
    if (!status.isFile()) return { path, content: { problems: ['it is not a file'] } };
    if (status.size > maxBytes) return { path, content: { problems: ['it is over 1 MiB'] } };
    return { path, content: parseConfigFile(readFileSync(path, 'utf8')) };
  } catch (error) {
    return { path, content: { problems: [`it cannot be read: ${errorMessage(error)}`] } };
  }
}
