import { isLoopback } from '../algorithms/hosts.ts';

const maxCharacters = 2_000;
/** A valid path segment, decoded. */
const plainName = /^[\p{L}\p{N}._~+@ -]+$/u;

export interface CloneUrl {
  /** The URL as it is passed to git. */
  href: string;
  /** Scheme, host and port. */
  origin: string;
  /** The path segments, decoded. */
  names: readonly string[];
}

/**
 * Parses the address of a repository, or of a folder of repositories. It must use https, or http for this
 * machine. Returns `null` for anything else: an address with a user name or password, or one that URL parsers
 * would repair (`..`, `\`, blanks), since two parsers might read it differently.
 */
export function parseCloneUrl(text: string): CloneUrl | null {
  const written = /^(https?):\/\/([^/\\?#@\s]+)((?:\/[^?#\\\s]*)?)$/i.exec(text);
  const url = written && text.length <= maxCharacters ? URL.parse(text) : null;
  if (written === null || url === null) return null;
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return null;
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') return null;
  const path = (written[3] ?? '').replace(/^\//, '').replace(/\/$/, '');
  const names = path === '' ? [] : path.split('/').map(decodeName);
  if (!names.every((name) => name !== null)) return null;
  return { href: `${url.origin}/${path}`, origin: url.origin, names };
}

function decodeName(text: string): string | null {
  try {
    const name = decodeURIComponent(text);
    const isPlain = plainName.test(name) && name !== '.' && name !== '..' && !name.startsWith('-');
    return isPlain ? name : null;
  } catch {
    // A `%` that is not a valid escape.
    return null;
  }
}

/** Whether one of the prefixes covers the URL: the same server, and the first whole segments of its path. */
export const isCloneAllowed = ({ origin, names }: CloneUrl, prefixes: readonly string[]): boolean =>
  names.length > 0 &&
  prefixes.some((text) => {
    const prefix = parseCloneUrl(text);
    return (
      prefix !== null &&
      prefix.origin === origin &&
      prefix.names.length <= names.length &&
      prefix.names.every((name, index) => name === names[index])
    );
  });

/** `https://git.example.com/team/tool.git` -> `tool`: the default name for a clone of it. */
export const nameOfClone = ({ names }: CloneUrl): string =>
  nameFrom((names.at(-1) ?? '').replace(/\.git$/i, ''));

/** The closest valid workspace name. */
export const nameFrom = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 60) || 'workspace';
