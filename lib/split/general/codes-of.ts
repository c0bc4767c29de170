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
export function codeCounts({ codes, count, min, max }: NumberSketch, lineCount: number): string | null {
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

/** `4.2.0 ×17, 4.1.9 ×3` of the versions in the lines of a shape; `null`: they are the same, or too many. */
export function versionCounts({ versions, count }: LineShape): string | null {
  if (versions === null || versions.size < 2 || count < minCount) return null;
  const ranked = [...versions].toSorted(([, a], [, b]) => b.count - a.count);
  const total = ranked.reduce((sum, [, own]) => sum + own.count, 0);
  if (total !== count || (ranked[0]?.[1].count ?? 0) < count * usualShare || ranked.length > maxShown)
    return null;
  return ranked.map(([version, own]) => `${version} ×${figure(own.count)}`).join(', ');
}

/** The codes in which the lines of a shape differ; `''`: there are none. */
export const codesOf = (shape: LineShape): string =>
  [versionCounts(shape) ?? [], ...shape.numbers.map((sketch) => codeCounts(sketch, shape.count) ?? [])]
    .flat()
    .slice(0, maxPositions)
    .join('; ');
