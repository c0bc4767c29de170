import { codeCounts, versionCounts } from './codes-of.ts';
import type { LineShape } from './line-shape.ts';
import type { NumberSketch } from './number-sketch.ts';
import { createLineScanner, type LineScan } from './scan-line.ts';

const maxRanges = 6;

/**
 * The first line of a shape with what its numbers are in all its lines: `db0 finished with exit status {0 ×54,
 * 2 ×6} after {101 to 363} s for {req-7f, …}`. What all lines share stands as it is.
 */
export function linePattern(shape: LineShape): string {
  const text = shape.first[0]?.line.text ?? '';
  const scan = createLineScanner().scan(text);
  const { numberCount, numberStart, numberEnd, versionStart, versionEnd } = scan;
  const versions = versionEnd > 0 ? versionCounts(shape) : null;
  const holes = otherHoles(shape, scan)
    .filter(({ start }) => versions === null || start !== versionStart)
    .map(({ start, end }) => ({ start, end, values: `${text.slice(start, end)}, …` }));
  const numbers = Array.from({ length: numberCount }, (_, at) => ({
    start: numberStart[at] ?? 0,
    end: numberEnd[at] ?? 0,
    values: isVersion(shape, at)
      ? `${text.slice(numberStart[at], numberEnd[at])}, …`
      : valuesText(shape.numbers[at], shape.count),
  }));
  const ranges = [...numbers, ...holes, { start: versionStart, end: versionEnd, values: versions }]
    .filter(({ values }) => values !== null)
    .toSorted((a, b) => b.start - a.start)
    .slice(-maxRanges);
  return ranges.reduce(
    (pattern, { start, end, values }) => `${pattern.slice(0, start)}{${values}}${pattern.slice(end)}`,
    text,
  );
}

/** IDs, paths and quoted texts that other lines of the shape do not share. */
const otherHoles = (
  { otherHoles: bits }: LineShape,
  { holeCount, holeStart, holeEnd }: LineScan,
): { start: number; end: number }[] =>
  Array.from({ length: holeCount }, (_, at) => at)
    .filter((at) => (bits & (1 << at)) !== 0)
    .map((at) => ({ start: holeStart[at] ?? 0, end: holeEnd[at] ?? 0 }));

/** `5.4` and `5.10` are no decimals: those of one program have as many digits, or no zero at their end. */
function isVersion({ fractions, numbers }: LineShape, position: number): boolean {
  const written = fractions?.get(position);
  if (written === undefined || numbers[position]?.min === numbers[position]?.max) return false;
  return written.endsInZero && written.least < written.most;
}

/** `0 ×54, 2 ×6` of a code, `101 to 363` of other numbers; `null`: they are the same, or not all known. */
function valuesText(sketch: NumberSketch | undefined, count: number): string | null {
  if (sketch === undefined || sketch.count !== count || sketch.min === sketch.max) return null;
  return codeCounts(sketch, count) ?? `${sketch.min} to ${sketch.max}`;
}
