import type { FoundSecret } from './found-secret.ts';
import type { SecretKind } from './secret-kind.ts';

/** A shorter one holds no token. */
const minCharacters = 20;
/** What comes after this is not read: an image, an archive. */
const maxCharacters = 64 * 1024;
/** Where in a run Base64 may begin: behind a path, a prefix. */
const maxStarts = 4;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const separator = 2;
const kinds = new Uint8Array(256);
for (const character of letters) kinds[character.charCodeAt(0)] = 1;
for (const character of '+/-_') kinds[character.charCodeAt(0)] = separator;

/** The first of four characters, where three bytes of ASCII text are encoded: no byte has its highest bit. */
const beginsText = new Uint8Array(256);
for (const character of 'CDIJKLMNOPQRSTUVWXYZabcdef') beginsText[character.charCodeAt(0)] = 1;
const checkedCharacters = 16;
const readable = /^[\t\n\r -~]{12}/;

/** A secret that goes on in the next line of Base64. */
interface Unfinished {
  kind: SecretKind;
  identity: string | null;
}

export interface EncodedSecrets {
  /** Looks at a run of characters that may be Base64. Most are none, by their first characters. */
  visit(text: string, characters: Uint8Array, from: number, to: number, found: FoundSecret[]): void;
  /** The lines at the start of the next piece that belong to a secret of the last one. */
  start(text: string, found: FoundSecret[]): void;
}

/**
 * Finds what is a secret once it is decoded, over the pieces of a text.
 * @param find what finds secrets in a decoded text
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

/** From the first character that holds a bit of a secret to the last. */
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

/** What the lines that follow hold of a secret. `isOpen`: it may go on behind the text. */
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
