import type { MatchingLine } from './matching-line.ts';
import { hasWord, type QueryWord } from './query-words.ts';

export interface NearestLines {
  add(match: MatchingLine): void;
  /** For each word, the number of lines that contain it. */
  lineCounts(): number[];
  /**
   * The best line of each window in which most of the words are close together, rare words counting most; in
   * order.
   */
  nearest(): MatchingLine[];
}

const maxWindows = 3;
/** Number of lines in a window: at most one result is taken from each. */
const windowLines = 7;
/** Above this number only lines with at least two words are kept. */
const maxLines = 200_000;
/** Weight of a word that is in the window, but not in the line itself. */
const besideShare = 0.6;
/**
 * A word in at most this many lines names a specific thing, so the rest of the query is expected near one of
 * them.
 */
const maxAnchors = 5;
/** How far from an anchor the rest counts, in lines: a record of a document, a block of a report. */
const anchorReach = 200;
const anchorShare = 0.5;

interface HeldLine {
  line: number;
  offset: number;
  /** Bit n is set if the line has word n. */
  words: number;
}

/**
 * For a query whose words no line has all of: scores windows of lines by the words they contain, each
 * weighted by how rare it is (the inverse document frequency of BM25). Its memory does not grow with the
 * text.
 */
export function createNearestLines(words: readonly QueryWord[]): NearestLines {
  const counts = words.map(() => 0);
  const candidates: HeldLine[] = [];
  let lastLine = 1;
  return {
    add({ line, offset, start }) {
      const small = start.toLowerCase();
      let found = 0;
      for (const [at, { stem }] of words.entries()) {
        if (!hasWord(start, small, stem)) continue;
        found |= 1 << at;
        counts[at] = (counts[at] ?? 0) + 1;
      }
      lastLine = line;
      const hasSeveral = (found & (found - 1)) !== 0;
      if (found !== 0 && (candidates.length < maxLines || (hasSeveral && candidates.length < 2 * maxLines)))
        candidates.push({ line, offset, words: found });
    },
    lineCounts: () => counts,
    nearest() {
      const rarity = counts.map((count) => Math.log(1 + (lastLine - count + 0.5) / (count + 0.5)));
      const worthOf = (found: number) =>
        rarity.reduce((sum, worth, at) => sum + ((found >> at) & 1) * worth, 0);
      const anchors = counts.map((count, word) =>
        count > maxAnchors ? [] : candidates.filter((one) => (one.words >> word) & 1).map(({ line }) => line),
      );
      const windows: ScoredLine[] = candidates.map((one, at) => {
        const beside = wordsBeside(candidates, at);
        const own = worthOf(one.words);
        const inWindow = beside | one.words;
        const near = words.reduce(
          (sum, _, word) =>
            (inWindow >> word) & 1
              ? sum
              : sum + (rarity[word] ?? 0) * closeness(one.line, anchors[word] ?? []),
          0,
        );
        return { ...one, worth: own + besideShare * (worthOf(inWindow) - own) + anchorShare * near };
      });
      const chosen: ScoredLine[] = [];
      while (chosen.length < maxWindows) {
        const next = bestApart(windows, chosen);
        if (next === null) break;
        chosen.push(next);
      }
      return chosen
        .toSorted((a, b) => a.line - b.line)
        .map(({ line, offset }) => ({ line, offset, start: '' }));
    },
  };
}

interface ScoredLine extends HeldLine {
  worth: number;
}

/** 1 at an anchor, 0 out of its reach. */
const closeness = (line: number, anchors: readonly number[]): number =>
  anchors.reduce((max, anchor) => Math.max(max, 1 - Math.abs(line - anchor) / anchorReach), 0);

/** The best line outside all windows chosen before; the first of equal ones. */
function bestApart(windows: readonly ScoredLine[], chosen: readonly ScoredLine[]): ScoredLine | null {
  let best: ScoredLine | null = null;
  for (const one of windows) {
    if (one.worth <= (best?.worth ?? 0)) continue;
    if (chosen.every(({ line }) => Math.abs(line - one.line) >= windowLines)) best = one;
  }
  return best;
}

/** The words of the surrounding lines. */
function wordsBeside(candidates: readonly HeldLine[], at: number): number {
  const line = candidates[at]?.line ?? 0;
  const reach = (windowLines - 1) / 2;
  let words = 0;
  for (let other = at - 1; line - (candidates[other]?.line ?? -reach - line) <= reach; other -= 1)
    words |= candidates[other]?.words ?? 0;
  for (let other = at + 1; (candidates[other]?.line ?? Number.POSITIVE_INFINITY) - line <= reach; other += 1)
    words |= candidates[other]?.words ?? 0;
  return words;
}
