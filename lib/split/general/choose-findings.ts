import type { Finding, FindingReason } from './finding.ts';

/** At most this many findings are considered; a view shows about twenty of possibly thousands. */
const maxTried = 100;
const minWorth = 0.12;
/** A finding adds nothing when this share of its word pairs is already in the view. */
const maxSaid = 0.66;
const isAboutNumber: ReadonlySet<FindingReason> = new Set(['number', 'largest', 'pause']);
const similarWords = 0.75;

/**
 * Chooses the findings that are worth most for their tokens, as many as fit. One similar to an earlier
 * choice, or already stated in the view, counts less or not at all.
 * @param text the view so far
 * @param cost tokens of a finding as a line of the view
 */
export function chooseFindings(
  findings: readonly Finding[],
  text: string,
  budgetTokens: number,
  cost: (finding: Finding) => number,
): Finding[] {
  const open = new Map<Finding, Tried>();
  const known = wordPairs(text);
  /** Findings that the view already states; their context may still be chosen. */
  const covered = new Set<Finding>();
  for (const finding of findings.toSorted((a, b) => b.weight - a.weight)) {
    if (open.size >= maxTried) break;
    if (isSaid(finding, known)) covered.add(finding);
    else open.set(finding, { cost: cost(finding), words: null, likeness: 1 });
  }
  const chosen = new Set<Finding>();
  const shown = new Set<number>();
  const byReason = new Map<string, number>();
  const byShape = new Map<number, number>();
  let remaining = budgetTokens;

  const worth = (finding: Finding, tried: Tried): number => {
    const { reason, shape, needs } = finding;
    if (needs !== null && !chosen.has(needs) && !covered.has(needs)) return 0;
    const sameReason = byReason.get(reason) ?? 0;
    let { weight } = finding;
    if (reason === 'count') weight *= (weight >= 7.5 ? 1.6 : 1) * 0.8 ** sameReason;
    else if (needs === null) {
      if (reason !== 'severity' && reason !== 'total') weight *= 0.85 ** sameReason;
      // An odd number is in a line like many others, whatever was chosen of them before.
      const ofShape = isAboutNumber.has(reason) || finding.isOfFew ? 0.75 : 0.45;
      weight *= tried.likeness * ofShape ** (shape === null ? 0 : (byShape.get(shape) ?? 0));
    }
    return weight / Math.sqrt(tried.cost + 12);
  };
  for (;;) {
    let best: Finding | null = null;
    let max = minWorth;
    for (const [finding, tried] of open) {
      const isShown = finding.position !== null && shown.has(finding.position);
      if (isShown || tried.cost > remaining) {
        open.delete(finding);
        continue;
      }
      const value = worth(finding, tried);
      if (value > max) {
        best = finding;
        max = value;
      }
    }
    if (best === null) return [...chosen];
    remaining -= open.get(best)?.cost ?? 0;
    open.delete(best);
    chosen.add(best);
    if (best.position !== null) shown.add(best.position);
    byReason.set(best.reason, (byReason.get(best.reason) ?? 0) + 1);
    if (best.shape !== null) byShape.set(best.shape, (byShape.get(best.shape) ?? 0) + 1);
    if (best.needs === null && best.reason !== 'count') dampenLike(best, open);
  }
}

/** A finding that was not chosen yet. */
interface Tried {
  cost: number;
  words: ReadonlySet<string> | null;
  /** Below 1 when it shares most of its words with findings chosen before. */
  likeness: number;
}

function dampenLike(chosen: Finding, open: ReadonlyMap<Finding, Tried>): void {
  const words = wordsIn(chosen.text);
  for (const [{ text }, tried] of open) {
    tried.words ??= wordsIn(text);
    if (overlap(tried.words, words) > similarWords) tried.likeness *= 0.75;
  }
}

/** Single numbers and words coincide by chance, but pairs of neighbours hardly ever do. */
function wordPairs(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .replaceAll(',', '')
      .match(/\p{L}[\p{L}_]*|\d+(?:\.\d+)?/gu) ?? [];
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
}

function isSaid({ text, position }: Finding, known: ReadonlySet<string>): boolean {
  // Neither where a line is, nor when it was written, nor which field is counted makes it another statement.
  const own = text.slice(text.search(position === null ? /: / : /[:\t]/) + 1);
  const pairs = [...wordPairs(position === null ? own : own.replace(placed, ''))];
  return pairs.length > 0 && pairs.filter((pair) => known.has(pair)).length / pairs.length > maxSaid;
}

/** The time that a line starts with, and the note on where it has others like it. */
const placed =
  /^[\d\s:.,TZ+-]{8,40}(?=[^\d])| \((?:one of [\d,]+ (?:alike|with other values)|with other values at)[^()]*\)$/g;

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}_]{3,}/gu) ?? []);

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  return both / Math.max(1, Math.min(a.size, b.size));
}
