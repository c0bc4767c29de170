import { namePatternSource } from './name-pattern.ts';

/** Names of files and folders that contain secrets: tools and commands do not see them, wherever they are. */
export interface FileSecretNames {
  matches(name: string): boolean;
  /** The same names, with `*` for any characters, case-insensitive, without the exceptions. */
  patterns: readonly string[];
  /** Names that match a pattern but are not secret. */
  exceptions: readonly string[];
}

/** Private SSH keys by their default names, and by names people derive from these (`id_rsa_work`). */
const keyKinds = ['rsa', 'dsa', 'ecdsa', 'ed25519', 'xmss'];
const builtIn = [
  '.env',
  '.env.*',
  '.env~',
  '.envrc',
  '*.env',
  '.npmrc',
  '.netrc',
  ...keyKinds.map((kind) => `id_${kind}*`),
];
/** Readable: examples without values, and public keys. */
const exceptions = ['.env.example', 'example.env', 'id_*.pub'];

/**
 * @param added patterns besides the built-in ones, with `*` for any characters, as in `secretNames` of the
 * config file
 */
export function createFileSecretNames(added: readonly string[] = []): FileSecretNames {
  const patterns = [...builtIn, ...added];
  const isBuiltIn = matcherOf(builtIn);
  const isException = matcherOf(exceptions);
  const isAdded = matcherOf(added);
  return {
    patterns,
    exceptions,
    matches: (name) => (isBuiltIn(name) && !isException(name)) || isAdded(name),
  };
}

function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const sources = patterns.map((pattern) => namePatternSource(pattern, '.*'));
  const expression = new RegExp(`^(?:${sources.join('|')})$`, 'is');
  return patterns.length === 0 ? () => false : (name) => expression.test(name);
}

export const builtInSecretNames: FileSecretNames = createFileSecretNames();

/** For folders of the server itself, where nothing is hidden. */
export const noSecretNames: FileSecretNames = { patterns: [], exceptions: [], matches: () => false };
