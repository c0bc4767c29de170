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
 * `200 ×138, 301 ×8, 500 ×3`: the values of a number that has few of them, such as an exit code, in the lines of
 * a shape; `null`: it has many, or none is the usual one.
 */
export function codeText({ codes, count, min, max }: NumberSketch, lineCount: number): string | null {
  if (codes === null || count !== lineCount || count < minCount || codes.size < 2 || codes.size * 2 > count)
    return null;
  if (![...codes.keys()].every(Number.isInteger)) return null;
  const ranked = [...codes].toSorted(([, a], [, b]) => b.count - a.count);
  const areStatuses = min >= lowestStatus && max <= highestStatus;
  if (!areStatuses && (ranked[0]?.[1].count ?? 0) < count * usualShare) return null;
  const shown = ranked.slice(0, maxShown).map(([value, own]) => `${value} ×${figure(own.count)}`);
  const more = ranked.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, … ${more} more` : ''}`;
}

/** The codes in which the lines of a shape differ; `''`: there are none. */
export const codesOf = ({ numbers, count }: LineShape): string =>
  numbers
    .flatMap((sketch) => codeText(sketch, count) ?? [])
    .slice(0, maxPositions)
    .join('; ');
