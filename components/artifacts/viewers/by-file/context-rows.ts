import type { ParsedMatchLine } from '#lib/core/algorithms/lines/parse-matches.ts';
import { type ContextSpan, nextCount, type OpenContext, shownCounts } from './open-contexts.ts';

/** A line of the file that the search result did not contain. */
export interface ContextLine {
  /** Its number in the file. */
  line: number;
  text: string;
  /** Size in bytes of the whole line, if it is shown cut. */
  cutByteLength: number | undefined;
}

/** `of`: the match it belongs to, by its line in the search result. */
export type ContextRow =
  | { kind: 'match'; of: number; match: ParsedMatchLine; isOpen: boolean }
  /** Consecutive lines. */
  | { kind: 'lines'; lines: ContextLine[] }
  /** More lines are available there; the next request loads `count` of them. */
  | { kind: 'more'; of: number; at: number; side: keyof ContextSpan; count: number; isLoading: boolean }
  | { kind: 'loading'; of: number; at: number }
  | { kind: 'fault'; of: number; words: string }
  /** The file has no other lines. */
  | { kind: 'alone'; of: number };

/** Some of the matches in one file. */
interface PartMatches {
  matches: readonly ParsedMatchLine[];
  /** Line of the first match in the search result. */
  firstLine: number;
  /** There are no earlier matches in its file. */
  isFirst: boolean;
  /** Number in the file of the next match after these; `null`: there is none, or it is not loaded. */
  nextNumber: number | null;
}

/**
 * Rows for matches and their open context, each line of the file once. Lines between two matches come after
 * the first of them, whichever part that is in.
 * @param contexts all open contexts of matches in the file
 */
export function contextRows(part: PartMatches, contexts: ReadonlyMap<number, OpenContext>): ContextRow[] {
  const { matches, firstLine, nextNumber } = part;
  const lines = linesOf(contexts);
  const reported = new Set(matches.flatMap(({ line }) => line ?? []));
  if (nextNumber !== null) reported.add(nextNumber);
  const ends = endsOf(contexts, (line) => lines.has(line) || reported.has(line));
  const between = betweenOf(lines);
  const rows: ContextRow[] = [];

  const pushLine = (line: ContextLine) => {
    const before = rows.at(-1);
    const above = ends.above.get(line.line);
    const below = ends.below.get(line.line);
    if (above) rows.push(above);
    if (!above && before?.kind === 'lines' && before.lines.at(-1)?.line === line.line - 1) {
      before.lines.push(line);
    } else rows.push({ kind: 'lines', lines: [line] });
    if (below) rows.push(below);
  };

  let last = part.isFirst ? 0 : null;
  for (const [index, match] of matches.entries()) {
    const of = firstLine + index;
    const context = contexts.get(of);
    const number = match.line;
    if (number !== null) {
      if (last !== null) for (const line of between(last, number)) pushLine(line);
      const above = ends.above.get(number);
      if (above) rows.push(above);
      last = number;
    }
    rows.push({ kind: 'match', of, match, isOpen: context !== undefined });
    if (context) rows.push(...notesOf(of, context));
    const below = number === null ? undefined : ends.below.get(number);
    if (below) rows.push(below);
  }
  if (last !== null) {
    for (const line of between(last, nextNumber ?? Number.POSITIVE_INFINITY)) pushLine(line);
  }
  return rows;
}

/** The loaded context lines by number; the latest version of each. */
function linesOf(contexts: ReadonlyMap<number, OpenContext>): Map<number, ContextLine> {
  const found = new Map<number, ContextLine>();
  for (const { shown } of contexts.values()) {
    if (shown === null) continue;
    const cut = new Map(shown.cut.map(({ line, byteLength }) => [line, byteLength]));
    for (const [index, text] of shown.lines.entries()) {
      const line = shown.from + index;
      found.set(line, { line, text, cutByteLength: cut.get(line) });
    }
  }
  return found;
}

/** Selects the lines between two numbers, in order. */
function betweenOf(lines: ReadonlyMap<number, ContextLine>) {
  const ordered = [...lines.values()].sort((a, b) => a.line - b.line);
  return (after: number, before: number): ContextLine[] =>
    ordered.filter(({ line }) => line > after && line < before);
}

type MoreRow = Extract<ContextRow, { kind: 'more' }>;

/**
 * The ends of open contexts where more lines are available, by the line they end with. A context that meets
 * other shown lines has no end there.
 */
function endsOf(contexts: ReadonlyMap<number, OpenContext>, isShown: (line: number) => boolean) {
  const ends = { above: new Map<number, MoreRow>(), below: new Map<number, MoreRow>() };
  for (const [of, { at, shown, isLoading, error }] of contexts) {
    if (shown === null || error !== null) continue;
    const counts = shownCounts(at, shown);
    const add = (side: keyof ContextSpan, end: number, next: number, remaining: number) => {
      const max = nextCount(counts[side]);
      if (max === null || remaining === 0 || isShown(next)) return;
      const count = Math.min(remaining, max - counts[side]);
      ends[side].set(end, { kind: 'more', of, at, side, count, isLoading });
    };
    const { from, total } = shown;
    const to = at + counts.below;
    add('above', from, from - 1, from - 1);
    add('below', to, to + 1, total - to);
  }
  return ends;
}

function notesOf(of: number, { at, shown, isLoading, error }: OpenContext): ContextRow[] {
  if (error !== null) return [{ kind: 'fault', of, words: error }];
  if (shown === null) return isLoading ? [{ kind: 'loading', of, at }] : [];
  return shown.total === 1 ? [{ kind: 'alone', of }] : [];
}
