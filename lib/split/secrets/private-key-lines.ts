import type { FoundSecret } from './found-secret.ts';

/** Includes OpenSSH, PGP, and SSH2, which has four dashes and spaces. */
const begin = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const endMark = /-{4,5} ?END /;
/**
 * After this many consecutive lines that are not part of a key, the block ends: a text may name only a key's
 * beginning.
 */
const maxStrangers = 8;

/** A long Base64 run; its line ends may be escaped. */
const longStretch = /(?<![A-Za-z0-9+/=\\])[A-Za-z0-9+/=\\]{40,}/g;
/**
 * A Base64 run that fills its line: after a line number, a diff mark or a quote; before an escaped line end,
 * a quote or a comma.
 */
const onlyStretch =
  /^[ \t]*(?:\d{1,9}[:|\t -][ \t]{0,4})?[+|>-]?[ \t]{0,80}["'`]?([A-Za-z0-9+/=]+)(?:\\[nr])*["'`]?[ \t+,;\\.]{0,8}\r?$/;
const onlyStretchCharacters = 400;
/** Shorter runs before the end marker are a mark or a line number. */
const minBeforeEnd = 8;
/** A whole key on one line, between its markers. */
const wholeKey = /[A-Za-z0-9+/=]{16}[\s\S]*[A-Za-z0-9+/=]/;
/** The first line of every OpenSSH key is the same, so it identifies none. */
const commonStart = /^b3BlbnNzaC1rZXktdjE/;

interface Block {
  /** `null`: no line read so far distinguishes this key from others. */
  identity: string | null;
  strangers: number;
  /** The column where its last full line started: each of its lines has the same prefix before it. */
  column: number;
  /** Only the begin marker was read so far. */
  isNew: boolean;
}

/** Finds the lines of private keys over the pieces of a text. Each piece consists of whole lines. */
export function createPrivateKeyLines(): (text: string) => FoundSecret[] {
  let block: Block | null = null;
  return (text) => {
    if (block === null && !text.includes('PRIVATE KEY')) return [];
    const found: FoundSecret[] = [];
    let at = 0;
    let lineEnd = -1;
    while (at < text.length) {
      if (block === null) {
        begin.lastIndex = at;
        const match = begin.exec(text);
        if (!match) break;
        block = { identity: null, strangers: 0, column: 0, isNew: true };
        at = match.index + match[0].length;
      }
      // One line may contain many keys, so its end is searched for only once.
      if (lineEnd < at) lineEnd = endOfLine(text, at);
      const line = text.slice(at, lineEnd);
      const ended = line.search(endMark);
      const read = readLine(ended === -1 ? line : line.slice(0, ended), block, ended !== -1);
      for (const { start, end } of read) {
        found.push({ start: at + start, end: at + end, kind: 'private key', identity: block.identity });
      }
      block.strangers = read.length > 0 || block.isNew ? 0 : block.strangers + 1;
      block.isNew = false;
      at = ended === -1 ? lineEnd + 1 : at + ended;
      if (ended !== -1 || block.strangers > maxStrangers) block = null;
    }
    return found;
  };
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}

/**
 * The parts of a line that belong to the key. The first one that is not common to all keys becomes its
 * identity.
 */
function readLine(line: string, block: Block, isLast: boolean): { start: number; end: number }[] {
  const stretches =
    block.isNew && isLast ? matchesOf(line, wholeKey) : [...line.matchAll(longStretch)].map(rangeOf);
  if (stretches.length > 0) block.column = stretches[0]?.start ?? 0;
  else if (!block.isNew && line.length <= onlyStretchCharacters) {
    const only = shortLine(line, 0) ?? shortLine(line, block.column);
    // A leading plus in the column where the other lines start belongs to the key and is not a diff mark.
    if (only && /^[A-Za-z0-9+/=]+$/.test(line.slice(block.column, only.start))) only.start = block.column;
    if (only && (!isLast || only.end - only.start >= minBeforeEnd)) stretches.push(only);
  }
  for (const { start, end } of stretches) {
    const own = line
      .slice(start, end)
      .replace(/^(?:\\?[nr])+(?=[A-Za-z0-9+/=]{40})/, '')
      .split(/[^A-Za-z0-9+/=]/, 1)[0];
    if (own && !commonStart.test(own)) block.identity ??= own;
  }
  return stretches;
}

function shortLine(line: string, column: number): { start: number; end: number } | null {
  // A run that starts before the column does not fill its line.
  if (/[A-Za-z0-9+/=]/.test(line.charAt(column - 1))) return null;
  const only = onlyStretch.exec(line.slice(column))?.[1];
  const start = only ? column + line.slice(column).lastIndexOf(only) : 0;
  return only ? { start, end: start + only.length } : null;
}

const matchesOf = (line: string, pattern: RegExp): { start: number; end: number }[] => {
  const match = pattern.exec(line);
  return match ? [rangeOf(match)] : [];
};

const rangeOf = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length });
