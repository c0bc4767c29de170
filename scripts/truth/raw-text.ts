import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';

/**
 * A full result, to check statements against: counted and searched by code that is independent of the split.
 */
export interface RawText {
  /** The lines as people see them; the first has the number `firstLine`. */
  lines: readonly string[];
  line(number: number): string | null;
  /** Whether the text occurs anywhere, as it is or as JSON writes it. */
  holds(literal: string): boolean;
  /** Whether the number occurs anywhere by itself, with or without separators. */
  holdsNumber(written: string): boolean;
  /** Maximum number of times the text occurs. */
  occurrences(literal: string): number;
  /** Number of lines whose shape contains that of the text. */
  linesLike(text: string): number;
  /** Number of lines that contain all the texts. */
  linesWith(texts: readonly string[]): number;
  /** Number of lines that differ from the text only in digits. */
  linesEqualButDigits(text: string): number;
}

const number = /\d[\d,]*(?:\.\d+)?/g;
const plainNumber = (written: string): string => {
  const bare = written.replaceAll(',', '');
  return bare.includes('.') ? bare.replace(/\.?0+$/, '') : bare;
};

/** A line without its variable parts: numbers, paths, identifiers with digits, quoted text. */
export const shapeOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/"[^"]*"?|'[^']*'/g, '"')
    .replaceAll(/[^\s"'=,;()[\]{}<>|:`]*[\d/][^\s"'=,;()[\]{}<>|:`]*/g, '#')
    .replaceAll(/[^\p{L}\p{N}#"]+/gu, ' ')
    .replaceAll(/(?:# )+#/g, '#')
    .trim();

export function readRawText(bytes: Uint8Array, firstLine: number): RawText {
  // Invisible characters are never sent.
  const written = Buffer.from(bytes)
    .toString('utf8')
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '');
  const text = plainTerminalText(written).replaceAll('\r\n', '\n');
  const lines = text.split('\n');
  if (written.endsWith('\n') || written === '') lines.pop();
  const decoded = decode(text);
  const spaced = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
  const bodies = [text, decoded, spaced(text), spaced(decoded)];
  let numbers: Set<string> | null = null;
  let shapes: string[] | null = null;
  const digitless = new Map<string, number>();
  const withoutDigits = (line: string) => line.replaceAll(/\d+/g, '0').trimEnd();
  return {
    lines,
    line: (at) => lines[at - firstLine] ?? null,
    holds: (literal) =>
      bodies.some((body) => body.includes(literal)) || bodies[2]?.includes(spaced(literal)) === true,
    holdsNumber(written) {
      numbers ??= new Set([...decoded.matchAll(number)].map(([found]) => plainNumber(found)));
      return numbers.has(plainNumber(written));
    },
    occurrences: (literal) => Math.max(...bodies.map((body) => body.split(literal).length - 1)),
    linesLike(sought) {
      shapes ??= lines.map(shapeOf);
      const shape = shapeOf(sought);
      return shapes.filter((each) => each.includes(shape)).length;
    },
    linesWith: (texts) => lines.filter((line) => texts.every((each) => line.includes(each))).length,
    linesEqualButDigits(sought) {
      if (digitless.size === 0)
        for (const line of lines.map(withoutDigits)) digitless.set(line, (digitless.get(line) ?? 0) + 1);
      return digitless.get(withoutDigits(sought)) ?? 0;
    },
  };
}

/** The contents of JSON strings. */
const decode = (text: string): string =>
  text
    .replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replaceAll(/\\(["\\/])/g, '$1');
