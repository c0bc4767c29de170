import type { FoundSecret } from './found-secret.ts';

/** Also of OpenSSH, PGP, and SSH2, which has four dashes and blanks. */
const begin = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const endMark = /-{4,5} ?END /;
/** Lines that are no part of a key and follow each other: where its end never comes, as in a text that only names its beginning. */
const maxStrangers = 8;

/** Its line ends may be escaped. */
const longStretch = /(?<![A-Za-z0-9+/=\\])[A-Za-z0-9+/=\\]{40,}/g;
/** All there is of a line: behind a number, a mark of a diff or a quote; before an escaped line end, a quote, a comma. */
const onlyStretch =
  /^[ \t]*(?:\d{1,9}[:|\t -][ \t]{0,4})?[+|>-]?[ \t]{0,80}["'`]?([A-Za-z0-9+/=]+)(?:\\[nr])*["'`]?[ \t+,;\\.]{0,8}\r?$/;
const onlyStretchCharacters = 400;
/** Fewer are a mark or a number before the end's line. */
const minBeforeEnd = 8;
/** A whole key between its marks, in one line. */
const wholeKey = /[A-Za-z0-9+/=]{16}[\s\S]*[A-Za-z0-9+/=]/;
/** The first line of every OpenSSH key is the same. */
const commonStart = /^b3BlbnNzaC1rZXktdjE/;

interface Block {
  /** `null`: no line yet tells this key from others. */
  identity: string | null;
  strangers: number;
  /** Where its last full line began: before it stands what stands before each of its lines. */
  column: number;
  /** Nothing was read yet but the mark that begins it. */
  isNew: boolean;
}

/** Finds the lines of private keys, over the pieces of a text: whole lines each. */
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
      // Many keys may stand in one line: its end is looked for once.
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

/** The stretches of a line that are the key's. The first that is its own gives it its identity. */
function readLine(line: string, block: Block, isLast: boolean): { start: number; end: number }[] {
  const stretches =
    block.isNew && isLast ? matchesOf(line, wholeKey) : [...line.matchAll(longStretch)].map(rangeOf);
  if (stretches.length > 0) block.column = stretches[0]?.start ?? 0;
  else if (!block.isNew && line.length <= onlyStretchCharacters) {
    const only = shortLine(line, 0) ?? shortLine(line, block.column);
    // A plus at its front is of the key where the other lines begin, and no mark of a diff.
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
  const only = onlyStretch.exec(line.slice(column))?.[1];
  const start = only ? column + line.slice(column).lastIndexOf(only) : 0;
  return only ? { start, end: start + only.length } : null;
}

const matchesOf = (line: string, pattern: RegExp): { start: number; end: number }[] => {
  const match = pattern.exec(line);
  return match ? [rangeOf(match)] : [];
};

const rangeOf = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length });
