import type { FoundSecret } from './found-secret.ts';
import type { SecretKind } from './secret-kind.ts';

/** Shorter runs cannot contain a token. */
const minCharacters = 20;
/** The rest of a longer run is not decoded: it is an image or an archive. */
const maxCharacters = 64 * 1024;
/** At most this many positions in a run are tried as the start of Base64, after a path or a prefix. */
const maxStarts = 4;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const separator = 2;
const kinds = new Uint8Array(256);
for (const character of letters) kinds[character.charCodeAt(0)] = 1;
for (const character of '+/-_') kinds[character.charCodeAt(0)] = separator;

/**
 * Marks the characters that can start four Base64 characters of ASCII text: no byte has its highest bit set.
 */
const beginsText = new Uint8Array(256);
for (const character of 'CDIJKLMNOPQRSTUVWXYZabcdef') beginsText[character.charCodeAt(0)] = 1;
const checkedCharacters = 16;
const readable = /^[\t\n\r -~]{12}/;

/** A secret that continues on the next line of Base64. */
interface Unfinished {
  kind: SecretKind;
  identity: string | null;
}

export interface EncodedSecrets {
  /** Checks a run that may be Base64. Most runs are ruled out by their first characters. */
  visit(text: string, characters: Uint8Array, from: number, to: number, found: FoundSecret[]): void;
  /** Finds the lines at the start of the next piece that belong to a secret of the previous one. */
  start(text: string, found: FoundSecret[]): void;
}

/**
 * Finds secrets in decoded Base64, over the pieces of a text.
 * @param find finds secrets in a decoded text
 */
export function createEncodedSecrets(find: (decoded: string) => readonly FoundSecret[]): EncodedSecrets {
  let unfinished: Unfinished | null = null;
  let readTo = 0;
  const follow = (text: string, at: number, secret: Unfinished, found: FoundSecret[]) => {
    const remaining = restOf(text, at, secret);
    found.push(...remaining.found);
    unfinished = remaining.isOpen ? secret : null;
    readTo = remaining.end;
  };
  return {
    start(text, found) {
      readTo = 0;
      if (unfinished) follow(text, 0, unfinished, found);
    },
    visit(text, characters, from, to, found) {
      for (let start = Math.max(from, readTo); to - start >= minCharacters; ) {
        let end = start;
        while (end < to && kinds[characters[end] ?? 0]) end += 1;
        const secret = end - start < minCharacters ? null : secretIn(text, characters, start, end, find);
        if (secret) {
          found.push(secret);
          if (secret.isOpen) follow(text, secret.end, secret, found);
        }
        start = end + 1;
      }
    },
  };
}

type EncodedSecret = FoundSecret & Unfinished & { isOpen: boolean };

/** The range from the first to the last character that encodes a bit of a secret. */
function secretIn(
  text: string,
  characters: Uint8Array,
  from: number,
  to: number,
  find: (decoded: string) => readonly FoundSecret[],
): EncodedSecret | null {
  let tries = 0;
  for (let start = from; to - start >= minCharacters && tries < maxStarts; start += 1) {
    const mayBegin = start === from || kinds[characters[start - 1] ?? 0] === separator;
    if (!mayBegin || !looksEncoded(characters, start)) continue;
    tries += 1;
    const decoded = Buffer.from(text.slice(start, Math.min(to, start + maxCharacters)), 'base64').toString(
      'latin1',
    );
    const secrets = readable.test(decoded) ? find(decoded) : [];
    const [first, last] = [secrets[0], secrets.at(-1)];
    if (!first || !last) continue;
    const { kind, identity = decoded.slice(first.start, first.end) } = first;
    const isOpen = last.end === decoded.length;
    const end = isOpen ? to + padding(text, to) : Math.min(to, start + Math.ceil((last.end * 4) / 3));
    return { start: start + Math.floor((first.start * 4) / 3), end, kind, identity, isOpen };
  }
  return null;
}

function looksEncoded(characters: Uint8Array, start: number): boolean {
  for (let at = start; at < start + checkedCharacters; at += 4) {
    if (!beginsText[characters[at] ?? 0]) return false;
  }
  return true;
}

const padding = (text: string, at: number): number =>
  text.startsWith('==', at) ? 2 : text.startsWith('=', at) ? 1 : 0;

const nextLine = /(?:\r?\n)?[ \t]{0,40}([A-Za-z0-9+/]{1,128}={0,2})(?=[ \t]{0,8}\r?(?:\n|$))/y;
const firstLine = /[ \t]{0,40}([A-Za-z0-9+/]{1,128}={0,2})(?=[ \t]{0,8}\r?(?:\n|$))/y;
const tokenStart = /^[\w.~+/=:@-]*/;

/** The part of a secret on the lines that follow. `isOpen`: it may continue after the text. */
function restOf(text: string, from: number, { kind, identity }: Unfinished) {
  const found: FoundSecret[] = [];
  let at = from;
  for (;;) {
    const pattern = at === 0 ? firstLine : nextLine;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const line = match?.[1];
    if (!match || line === undefined || (at > 0 && !match[0].includes('\n'))) {
      return { found, end: at, isOpen: /^\r?\n?$/.test(text.slice(at)) };
    }
    const end = at + match[0].length;
    const decoded = Buffer.from(line, 'base64').toString('latin1');
    const length = tokenStart.exec(decoded)?.[0].length ?? 0;
    if (length === 0) return { found, end: at, isOpen: false };
    const start = end - line.length;
    const isWhole = length === decoded.length;
    found.push({ start, end: isWhole ? end : start + Math.ceil((length * 4) / 3), kind, identity });
    if (!isWhole || line.endsWith('=')) return { found, end, isOpen: false };
    at = end;
  }
}
