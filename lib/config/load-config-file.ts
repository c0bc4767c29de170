import { basename } from 'node:path';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigFile } from './config-file.ts';
import { readConfigFile } from './read-config-file.ts';

/**
 * The settings of the config file, for the server's start. Only the first mistake is reported; `npm run
 * config:check` lists all of them.
 * @throws ConfigError
 */
export function loadConfigFile(
  current: string,
  named: string | undefined,
): { path: string | null; file: ConfigFile } {
  const found = readConfigFile(current, named);
  if (found === null) return { path: null, file: {} };
  const { path, content } = found;
  if ('file' in content) return { path, file: content.file };
  const [first = '', ...others] = content.problems;
  const more = others.length > 0 ? ` (and ${others.length} more: see npx vitrine config check)` : '';
  throw new ConfigError(`${basename(path)}: ${cutText(first.replace(/\s+/g, ' '), 300)}${more}.`);
}
