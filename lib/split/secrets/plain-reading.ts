import type { FoundSecret } from './found-secret.ts';

/** Terminal sequences for colour or cursor movement, also where an encoder escaped the escape character. */
const escapes = String.raw`(?:[\u001b\u009b]|\\u001b|\\x1b|\\033|\\e|\^\[)(?:(?<=\u009b)|\[)[0-9;:?]{0,32}[A-Za-z]`;
/**
 * Characters that no terminal displays: controls except tab and line ends, and those Unicode marks as
 * ignorable.
 */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]|(?![\t\n\r])\p{Cc}`;
/** A line continuation, and the indent, line number or diff mark before the continued part. */
const continuation = String.raw`(?<=\S)\\\r?\n(?:[ \t]{0,8}\d{1,9}[:\t|-][ \t]?)?[+-]?[ \t]*|\\\r?\n`;

const dropped = new RegExp(`${escapes}|${continuation}|${invisible}`, 'giu');
const mayBeDropped = /[^\n\r\t -~]/;
const spelledEscapes = ['\\u001b[', '\\u001B[', '\\x1b[', '\\x1B[', '\\033[', '\\e[', '^[['];

interface Cut {
  /** Offset in the plain reading; everything after it is `shift` characters further on in the text. */
  at: number;
  shift: number;
}

/** A text without the invisible characters and sequences that may split words. */
export interface PlainReading {
  text: string;
  /** Maps a secret found in the plain reading to its parts in the lines of the original text. */
  partsOf(secret: FoundSecret): FoundSecret[];
}

/** Returns `null` when nothing is hidden in the text, so that it can be read as it is. */
export function readPlainly(text: string): PlainReading | null {
  if (!needsReading(text)) return null;
  const cuts: Cut[] = [];
  const parts: string[] = [];
  let end = 0;
  let shift = 0;
  for (const { 0: match, index } of text.matchAll(dropped)) {
    parts.push(text.slice(end, index));
    cuts.push({ at: index - shift, shift: shift + match.length });
    shift += match.length;
    end = index + match.length;
  }
  if (cuts.length === 0) return null;
  parts.push(text.slice(end));
  const plain = parts.join('');
  return { text: plain, partsOf: (secret) => partsOf(text, plain, cuts, secret) };
}

const needsReading = (text: string): boolean =>
  text.includes('\\\n') ||
  text.includes('\\\r\n') ||
  mayBeDropped.test(text) ||
  spelledEscapes.some((spelled) => text.includes(spelled));

function partsOf(text: string, plain: string, cuts: readonly Cut[], secret: FoundSecret): FoundSecret[] {
  const { identity = plain.slice(secret.start, secret.end), kind } = secret;
  const start = secret.start + shiftAt(cuts, secret.start);
  const end = secret.end - 1 + shiftAt(cuts, secret.end - 1) + 1;
  const parts: FoundSecret[] = [];
  let from = start;
  for (const line of text.slice(start, end).split('\n')) {
    const length = line.replace(/\\?\r?$/, '').length;
    const indent =
      from === start ? 0 : (/^(?:[ \t]{0,8}\d{1,9}[:\t|-][ \t]?)?[+-]?[ \t]*/.exec(line)?.[0].length ?? 0);
    const isLast = from + line.length >= end;
    const partEnd = isLast ? end : from + length;
    if (partEnd > from + indent) parts.push({ start: from + indent, end: partEnd, kind, identity });
    from += line.length + 1;
  }
  return parts;
}

/** What to add to an offset in the plain reading to get the offset in the text. */
function shiftAt(cuts: readonly Cut[], offset: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.at ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return cuts[low - 1]?.shift ?? 0;
}
