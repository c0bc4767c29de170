import type { MatchingLine } from '#lib/workspace/matching-line.ts';
import { spread } from './spread.ts';

export interface Hit extends MatchingLine {
  /** It is the n-th match, from 1. */
  ordinal: number;
}

export interface HitCollector {
  add(match: MatchingLine): void;
  /**
   * Chooses up to `room` hits, most useful first: the first and the last; those where the query is a whole
   * word; those unlike earlier ones; those that differ in digits. Within each kind, hits from the start
   * alternate with hits from everywhere. Repetitions of an earlier line, word by word, are limited to a few.
   */
  choose(room: number): Hit[];
}

/** Maximum number of matches buffered per kind. */
const maxHits = 20_000;
const maxTexts = 5_000;
const equalShown = 3;

export function createHitCollector(query: string): HitCollector {
  const isNewShape = createMemory();
  const isNewText = createMemory();
  const words: Hit[] = [];
  const unlike: Hit[] = [];
  const alike: Hit[] = [];
  const equal: Hit[] = [];
  let last: Hit | null = null;
  let count = 0;
  const kindOf = ({ start }: Hit): Hit[] => {
    const { exact, shape } = hashesOf(start);
    if (!isNewText(exact)) return equal;
    if (!isNewShape(shape)) return alike;
    return isWholeWord(start, query) ? words : unlike;
  };
  return {
    add(match) {
      count += 1;
      const hit: Hit = { ...match, ordinal: count };
      last = hit;
      const kind = kindOf(hit);
      if (kind.length < maxHits) kind.push(hit);
    },
    choose(room) {
      const kinds = [words, unlike, alike, count > room ? equal.slice(0, equalShown) : equal];
      const firsts = kinds.flatMap((kind) => kind.slice(0, 1));
      const chosen = new Map<number, Hit>();
      const take = (hits: readonly Hit[]) => {
        const others = hits.filter(({ ordinal }) => !chosen.has(ordinal));
        for (const hit of spread(others, room - chosen.size)) chosen.set(hit.ordinal, hit);
      };
      take(firsts.toSorted(byOrdinal).slice(0, 1));
      if (last) take([last]);
      for (const kind of kinds) take(kind);
      return [...chosen.values()];
    },
  };
}

/** Reports whether something is new, by its hash; with very many, only the first are remembered. */
function createMemory(): (hash: number) => boolean {
  const known = new Set<number>();
  return (hash) => {
    if (known.has(hash)) return false;
    if (known.size < maxTexts) known.add(hash);
    return true;
  };
}

/**
 * FNV-1a over a text, and over the text with runs of digits treated as equal: a million lines may match, so
 * both are computed in one pass.
 */
function hashesOf(text: string): { exact: number; shape: number } {
  let exact = 0x811c9dc5;
  let shape = 0x811c9dc5;
  let wasDigit = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    const isDigit = code >= 48 && code <= 57;
    exact = Math.imul(exact ^ code, 0x01000193);
    if (!isDigit || !wasDigit) shape = Math.imul(shape ^ (isDigit ? 48 : code), 0x01000193);
    wasDigit = isDigit;
  }
  return { exact, shape };
}

export const byOrdinal = (one: Hit, other: Hit): number => one.ordinal - other.ordinal;

/** Whether the query is a whole word in the line, not part of a longer one: `port`, not `import`. */
function isWholeWord(line: string, query: string): boolean {
  const text = line.toLowerCase();
  const wanted = query.toLowerCase();
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const isCutBefore = isWordPart(text[at - 1]) && isWordPart(wanted[0]);
    const isCutAfter = isWordPart(text[at + wanted.length]) && isWordPart(wanted.at(-1));
    if (!isCutBefore && !isCutAfter) return true;
  }
  return false;
}

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);
