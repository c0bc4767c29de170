import { isLoopback } from './hosts.ts';

const maxCharacters = 2_000;
/** Of a name in a path, decoded. */
const plainName = /^[\p{L}\p{N}._~+@ -]+$/u;

export interface CloneUrl {
  /** As it is given to git. */
  href: string;
  /** Scheme, host and port. */
  origin: string;
  /** Of the path, decoded. */
  names: readonly string[];
}

/**
 * Reads the address of a repository, or of what they lie under. By https, and from this machine itself by http too. `null`: what
 * is no such address, carries a name or a password, or would be mended on reading (`..`, `\`, blanks): then two readers might
 * not read the same.
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
    // A `%` that stands for nothing.
    return null;
  }
}

/** Whether one of the prefixes leads to it: the same server, and the first whole names of its path. */
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

/** `https://git.example.com/team/tool.git` -> `tool`: what a clone of it may be called. */
export const nameOfClone = ({ names }: CloneUrl): string =>
  nameFrom((names.at(-1) ?? '').replace(/\.git$/i, ''));

/** The nearest that a workspace may be called. */
export const nameFrom = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 60) || 'workspace';
