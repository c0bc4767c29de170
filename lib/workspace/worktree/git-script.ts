import type { FileSecretNames } from '../secret-names.ts';

/** Quotes a text as one word for bash. */
export const quotedForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Settings that the repository cannot override: it may be another user's, and in the sandbox it is. */
const settings = [
  'safe.directory=*',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.autocrlf=false',
  'advice.addEmbeddedRepo=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'init.defaultBranch=main',
  'user.name=Vitrine',
  'user.email=vitrine@localhost',
  'commit.gpgSign=false',
];

/** `git` with our settings, and a temporary folder. */
export const scriptHead = `set -eu
export LC_ALL=C.UTF-8 GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0 GIT_NO_REPLACE_OBJECTS=1 GIT_PAGER=cat
git() { command git ${settings.map((setting) => `-c ${quotedForShell(setting)}`).join(' ')} "$@"; }
by=$(mktemp -d); trap 'rm -rf "$by"' EXIT
`;

/**
 * Git pathspecs of secrets. Secrets exist, but commands cannot see their contents, so git would take them for
 * emptied.
 * @param kind which paths: those of secrets, all others, or exceptions among the names of secrets
 */
export function secretPathspecs(
  { patterns, exceptions }: FileSecretNames,
  kind: 'secret' | 'other' | 'exception',
): string {
  const magic = kind === 'other' ? 'exclude,icase,glob' : 'icase,glob';
  const names = kind === 'exception' ? exceptions : patterns.flatMap((name) => [name, `${name}/**`]);
  return names.map((name) => quotedForShell(`:(${magic})**/${name}`)).join(' ');
}
