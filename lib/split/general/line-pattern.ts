import { codeCounts, versionCounts } from './codes-of.ts';
import type { LineShape } from './line-shape.ts';
import type { NumberSketch } from './number-sketch.ts';
import { createLineScanner, type LineScan } from './scan-line.ts';

const maxRanges = 6;

/**
 * The first line of a shape with what its numbers are in all its lines: `db0 finished with exit status {0 ×54,
 * 2 ×6} after {101 to 363} s for {req-7f, …}`. What all lines share is not marked.
 */
export function linePattern(shape: LineShape): string {
  const text = shape.first[0]?.line.text ?? '';
  const scan = createLineScanner().scan(text);
  const { numberCount, numberStart, numberEnd, versionStart, versionEnd } = scan;
  const versions = versionEnd > 0 ? versionCounts(shape) : null;
  const holes = otherHoles(shape, scan)
    .filter(({ start }) => versions === null || start !== versionStart)
    .map(({ start, end }) => ({ start, end, values: oneOf(text.slice(start, end)) }));
  const numbers = Array.from({ length: numberCount }, (_, at) => ({
    start: numberStart[at] ?? 0,
    end: numberEnd[at] ?? 0,
    values: isVersion(shape, at)
      ? oneOf(text.slice(numberStart[at], numberEnd[at]))
      : valuesText(shape.numbers[at], shape.count, text.slice(numberStart[at], numberEnd[at])),
  }));
  const ranges = [
    ...joinGroups(text, numbers),
    ...holes,
    { start: versionStart, end: versionEnd, values: versions },
  ]
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

interface Varying {
  start: number;
  end: number;
  /** `null`: all lines share it. */
  values: string | null;
}

/** `1` and `561` of `1,561` are one number. */
function joinGroups(text: string, numbers: readonly Varying[]): Varying[] {
  const joined: Varying[] = [];
  for (const number of numbers) {
    const last = joined.at(-1);
    const isGroup =
      last?.end === number.start - 1 &&
      text[last.end] === ',' &&
      number.end - number.start === 3 &&
      /^\d{1,3}(?:,\d{3})*$/.test(text.slice(last.start, last.end));
    if (!isGroup) {
      joined.push(number);
      continue;
    }
    const isVaried = last.values !== null || number.values !== null;
    const whole = text.slice(last.start, number.end);
    joined.splice(-1, 1, { start: last.start, end: number.end, values: isVaried ? oneOf(whole) : null });
  }
  return joined;
}

/** There are others. */
const oneOf = (value: string): string => `${value}, …`;

/** `0 ×54, 2 ×6` of a code, `101 to 363` of other numbers; `null`: they are the same. */
function valuesText(sketch: NumberSketch | undefined, count: number, first: string): string | null {
  if (sketch === undefined || sketch.min === sketch.max) return null;
  // Of lines with other numbers than the first, they are not known.
  if (sketch.count !== count) return oneOf(first);
  return codeCounts(sketch, count) ?? `${sketch.min} to ${sketch.max}`;
}
