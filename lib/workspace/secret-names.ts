import { namePatternSource } from './name-pattern.ts';

/** Names of files, and of folders, that hold secrets: to tools and commands they are not there, wherever they lie. */
export interface FileSecretNames {
  matches(name: string): boolean;
  /** The same names, with `*` for any characters, in any case, but for the exceptions. */
  patterns: readonly string[];
  /** What is no secret, though a pattern matches it. */
  exceptions: readonly string[];
}

/** Private keys of ssh by the names it gives them, and by those people derive from these (`id_rsa_work`). */
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
/** For reading: examples without values, and the public half of a key. */
const exceptions = ['.env.example', 'example.env', 'id_*.pub'];

/** @param added patterns besides the built-in ones, with `*` for any characters, as `secretNames` in the config file has them */
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

/** For what belongs to the server alone, where nothing is hidden. */
export const noSecretNames: FileSecretNames = { patterns: [], exceptions: [], matches: () => false };
