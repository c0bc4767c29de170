/** `from` up to but not `to`, in characters. */
export type TextRange = readonly [from: number, to: number];

/** Words, whitespace, runs of operators; any other character by itself. */
const tokenPattern = /[\p{L}\p{N}_$]+|\s+|[=+\-*/%<>&|^!?~]+|./gsu;
/** Share of the longer line's visible characters that two versions of one line have in common, at least. */
const minShared = 0.25;
/** Maximum comparisons for one pair of lines; beyond that, their middle is marked whole. */
const maxComparisons = 40_000;

interface Tokens {
  texts: string[];
  /** Start offset of each token, and one more for the end. */
  starts: number[];
}

/**
 * The words that differ between two versions of a line. `null`: they have too little in common to compare.
 */
export function diffWords(before: string, after: string): { before: TextRange[]; after: TextRange[] } | null {
  const old = tokensOf(before);
  const next = tokensOf(after);
  const isSame = sameTokens(old.texts, next.texts);
  const shared = visibleIn(old.texts.filter((_, index) => isSame.old[index]));
  const longer = Math.max(visibleIn(old.texts), visibleIn(next.texts));
  if (longer === 0 || shared / longer < minShared) return null;
  return { before: rangesOf(old, isSame.old), after: rangesOf(next, isSame.next) };
}

/** Visible characters of tokens, each of which is whitespace or has none. */
const visibleIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.trim().length, 0);

function tokensOf(line: string): Tokens {
  const texts: string[] = line.match(tokenPattern) ?? [];
  const starts = [0];
  let end = 0;
  for (const text of texts) {
    end += text.length;
    starts.push(end);
  }
  return { texts, starts };
}

/** Marks tokens common to both sides: shared start and end, and the longest common subsequence between. */
function sameTokens(old: string[], next: string[]): { old: boolean[]; next: boolean[] } {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const isSame = {
    old: old.map((_, index) => index < head || index >= old.length - tail),
    next: next.map((_, index) => index < head || index >= next.length - tail),
  };
  const middle = [old.slice(head, old.length - tail), next.slice(head, next.length - tail)] as const;
  for (const [oldIndex, nextIndex] of longestCommon(...middle)) {
    isSame.old[head + oldIndex] = true;
    isSame.next[head + nextIndex] = true;
  }
  return isSame;
}

/** The longest common subsequence, as pairs of indexes. */
function longestCommon(old: readonly string[], next: readonly string[]): [number, number][] {
  if (old.length * next.length > maxComparisons) return [];
  const width = next.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = next.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row] === next[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < old.length && column < next.length; ) {
    if (old[row] === next[column]) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Adjacent tokens that differ form one range. */
function rangesOf({ texts, starts }: Tokens, isSame: readonly boolean[]): TextRange[] {
  const ranges: [number, number][] = [];
  texts.forEach((_, index) => {
    const [from, to] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    const last = ranges.at(-1);
    if (isSame[index]) return;
    if (last?.[1] === from) last[1] = to;
    else ranges.push([from, to]);
  });
  return ranges;
}
