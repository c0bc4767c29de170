import { byOrdinal, type Hit } from './collect-hits.ts';
import { type LineMatches, recallExcerpt } from './excerpt.ts';
import type { GatheredLine } from './gather-lines.ts';
import { type LineForm, lineForm } from './line-form.ts';

/** How much of each hit is shown. */
export interface HitLayout {
  /** Not used for more hits than this. */
  maxHits: number;
  /** Not used if it takes more tokens than this. */
  maxTokens: number;
  /**
   * Context lines around a match. Two of those after it are always shown; the others only up to the next line
   * of its form, where its section ends.
   */
  before: number;
  after: number;
  /** Approximate number of bytes per line. */
  width: number;
}

const any = Number.POSITIVE_INFINITY;

/**
 * From the richest to the barest: few matches show more context, since that is what the next call would ask
 * for.
 */
export const layouts: readonly HitLayout[] = [
  { maxHits: 3, maxTokens: 600, before: 8, after: 28, width: 1_200 },
  { maxHits: 1, maxTokens: 600, before: 2, after: 20, width: 1_200 },
  { maxHits: 3, maxTokens: 400, before: 6, after: 6, width: 1_200 },
  { maxHits: 3, maxTokens: 600, before: 2, after: 12, width: 800 },
  { maxHits: 3, maxTokens: 600, before: 4, after: 6, width: 400 },
  { maxHits: 3, maxTokens: 600, before: 3, after: 3, width: 300 },
  { maxHits: 6, maxTokens: 600, before: 2, after: 6, width: 400 },
  { maxHits: any, maxTokens: any, before: 2, after: 2, width: 400 },
  { maxHits: any, maxTokens: any, before: 1, after: 1, width: 300 },
  { maxHits: any, maxTokens: any, before: 0, after: 0, width: 400 },
  { maxHits: any, maxTokens: any, before: 0, after: 0, width: 200 },
];

/** Used if not all hits fit. */
export const barest: HitLayout = { maxHits: any, maxTokens: any, before: 0, after: 0, width: 200 };

interface SeenHits {
  shown: readonly Hit[];
  layout: HitLayout;
  matchCount: number;
  firstLine: number;
  matches: ReadonlyMap<number, LineMatches>;
  gathered: ReadonlyMap<number, GatheredLine>;
}

const noMatch: LineMatches = { offsets: [], count: 0, isMore: false };

/**
 * Lines with the numbers people see, matches marked with `:`; matches that are not shown are counted where
 * they are omitted.
 */
export function renderHits({ shown, layout, matchCount, firstLine, matches, gathered }: SeenHits): string[] {
  const hits = shown.toSorted(byOrdinal);
  const lines: string[] = [];
  let next = 1;
  let lastOrdinal = 0;
  let reach = 0;
  const reportGap = (ordinal: number): boolean => {
    const more = ordinal - lastOrdinal - 1;
    if (more > 0) lines.push(`… ${more.toLocaleString('en-US')} more`);
    return more > 0;
  };
  const reportLine = (read: GatheredLine, isMatch: boolean) => {
    const match = (isMatch && matches.get(read.line)) || noMatch;
    const text = recallExcerpt(read, match, isMatch ? layout.width : contextWidth(layout));
    lines.push(`${read.line + firstLine - 1}${isMatch ? ':' : '-'}\t${text}`);
    next = read.line + 1;
  };
  for (const [index, hit] of hits.entries()) {
    const from = Math.max(next, sectionStart(hit.line, layout.before, gathered));
    const isApart = from > next && next > 1 && layout.before + layout.after > 0;
    if (!reportGap(hit.ordinal) && isApart) lines.push('--');
    lastOrdinal = hit.ordinal;
    // A match within another one's section does not end that section.
    reach = Math.max(reach, sectionEnd(hit.line, layout.after, gathered));
    const end = Math.min(reach, (hits[index + 1]?.line ?? any) - 1);
    for (let line = from; line <= end; line += 1) {
      const read = gathered.get(line);
      if (read) reportLine(read, line === hit.line);
    }
  }
  reportGap(matchCount + 1);
  return lines;
}

/** Lines always shown after a match. */
const nearLines = 2;
/** The same where all lines begin alike. */
const flatLines = 10;

/**
 * The first line to show before a match. If the match begins a section (an earlier line begins alike), only the
 * nearest one.
 */
function sectionStart(line: number, before: number, gathered: SeenHits['gathered']): number {
  const form = formAt(line, gathered);
  for (let index = line - 1; index >= line - before; index -= 1) {
    const { indent, kind } = formAt(index, gathered);
    if (indent === form.indent && kind === form.kind) return line - Math.min(before, nearLines);
  }
  return line - before;
}

/**
 * The last line to show after a match: the one before the next line that begins alike. Where the lines between
 * are indented more, it is enough that it is of the same kind.
 */
function sectionEnd(line: number, after: number, gathered: SeenHits['gathered']): number {
  const form = formAt(line, gathered);
  const last = line + after;
  let isIndented = false;
  for (let index = line + 1; index <= last; index += 1) {
    const { indent, word, kind } = formAt(index, gathered);
    const isAlike = indent === form.indent && (isIndented ? kind === form.kind : word === form.word);
    // Where the very next line begins alike, as in a log, the match is no heading.
    if (isAlike && index === line + 1) return Math.min(last, line + flatLines);
    if (isAlike && index > line + nearLines) return index - 1;
    isIndented ||= (indent ?? 0) > (form.indent ?? 0);
  }
  return last;
}

function formAt(line: number, gathered: SeenHits['gathered']): LineForm {
  const read = gathered.get(line);
  return lineForm(read ? recallExcerpt(read, noMatch, 80) : '');
}

const contextWidth = ({ width }: HitLayout): number => Math.min(width, 240);
