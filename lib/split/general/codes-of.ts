import { figure } from '../figure.ts';
import type { LineShape } from './line-shape.ts';
import type { NumberSketch } from './number-sketch.ts';

const maxShown = 5;
const maxPositions = 2;
const minCount = 5;
/** A value that so many lines share is the usual one, so the others are exceptions. */
const usualShare = 0.6;
const [lowestStatus, highestStatus] = [100, 599];

/**
 * `200 ×138, 301 ×8, 500 ×3`: the values of a number with few of them, such as an exit code, in lines that are
 * alike. `''`: there is none.
 */
export function codesOf({ numbers, count }: LineShape): string {
  return numbers
    .flatMap((sketch) => rankedCodes(sketch, count) ?? [])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxPositions)
    .map(([text]) => text)
    .join('; ');
}

/** The values of a code, with the share of the most frequent one; `null`: the number is none. */
function rankedCodes({ codes, count, min, max }: NumberSketch, lineCount: number): [[string, number]] | null {
  if (codes === null || count !== lineCount || count < minCount || codes.size < 2 || codes.size * 2 > count)
    return null;
  if (![...codes.keys()].every(Number.isInteger)) return null;
  const ranked = [...codes].toSorted(([, a], [, b]) => b.count - a.count);
  const share = (ranked[0]?.[1].count ?? 0) / count;
  const areStatuses = min >= lowestStatus && max <= highestStatus;
  if (!areStatuses && share < usualShare) return null;
  const shown = ranked.slice(0, maxShown).map(([value, own]) => `${value} ×${figure(own.count)}`);
  const more = ranked.length - shown.length;
  return [[`${shown.join(', ')}${more > 0 ? `, … ${more} more` : ''}`, share]];
}
