import { figure } from '../figure.ts';
import type { LineShape } from './line-shape.ts';
import type { NumberSketch } from './number-sketch.ts';

const maxShown = 5;
const minCount = 5;
const [lowestStatus, highestStatus] = [100, 599];
const highestExit = 255;

/**
 * `200 ×138, 301 ×8, 500 ×3`: statuses of HTTP or exit codes in which alike lines differ. `''`: there are
 * none, or more than one number may be one.
 */
export function codesOf({ numbers, count }: LineShape): string {
  const found = numbers.flatMap((sketch) => {
    const codes = sketch.count === count && count >= minCount ? sketch.codes : null;
    return codes && areCodes([...codes.keys()], codes, sketch) ? [codes] : [];
  });
  const [codes] = found;
  if (!codes || found.length > 1) return '';
  const ranked = [...codes].toSorted(([, a], [, b]) => b.count - a.count);
  const shown = ranked.slice(0, maxShown).map(([value, own]) => `${value} ×${figure(own.count)}`);
  return `${shown.join(', ')}${ranked.length > maxShown ? `, … ${ranked.length - maxShown} more` : ''}`;
}

function areCodes(
  values: readonly number[],
  codes: ReadonlyMap<number, { count: number }>,
  { count, min, max }: NumberSketch,
): boolean {
  if (values.length < 2 || values.length * 2 > count || !values.every(Number.isInteger)) return false;
  const areStatuses =
    min >= lowestStatus &&
    max <= highestStatus &&
    new Set(values.map((value) => Math.trunc(value / 100))).size > 1;
  const areExits = min === 0 && max <= highestExit && (codes.get(0)?.count ?? 0) * 2 > count;
  return areStatuses || areExits;
}
