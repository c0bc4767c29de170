import { readFileSync, statSync } from 'node:fs';
import { errorMessage } from '../core/errors.ts';
import { ConfigError } from './config-error.ts';

/** Variables that may be in a file: then `<name>_FILE` is its path, as containers and systemd hand secrets over. */
export const secretVariables = [
  'OPENAI_API_KEY',
  'OIDC_CLIENT_SECRET',
  'REDIS_URL',
  'VITRINE_SECRET',
  'VITRINE_METRICS_TOKEN',
  'VITRINE_AUDIT_TOKEN',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

const maxBytes = 64 * 1024;

/**
 * The environment with the secrets that are in files.
 * @param names of variables
 * @throws ConfigError, which names the variable and never what is in the file
 */
export function withSecretFiles(environment: Environment, names: readonly string[]): Environment {
  const found: Record<string, string | undefined> = { ...environment };
  for (const name of names) {
    const path = environment[`${name}_FILE`]?.trim() ?? '';
    if (path === '') continue;
    if (environment[name]?.trim())
      throw new ConfigError(`${name} and ${name}_FILE are both set. Set one of them.`);
    found[name] = readSecret(`${name}_FILE`, path);
  }
  return found;
}

function readSecret(variable: string, path: string): string {
  let text: string;
  try {
    // A device or a directory has no size to read.
    const stats = statSync(/* turbopackIgnore: true */ path);
    if (!stats.isFile() || stats.size > maxBytes) throw new Error('it is no small file');
    text = readFileSync(/* turbopackIgnore: true */ path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${variable} cannot be read (${path}): ${errorMessage(error)}.`);
  }
  if (text === '') throw new ConfigError(`${variable} is an empty file (${path}).`);
  return text;
}
