import { codeText } from './codes-of.ts';
import type { LineShape } from './line-shape.ts';
import type { NumberSketch } from './number-sketch.ts';
import { createLineScanner } from './scan-line.ts';

const maxRanges = 6;

/**
 * The first line of a shape with what its numbers are in all its lines: `db0 finished with exit status {0 ×54,
 * 2 ×6} after {101 to 363} s`. A number that all lines share stands as it is.
 */
export function linePattern({ first, numbers, count }: LineShape): string {
  const text = first[0]?.line.text ?? '';
  const scan = createLineScanner().scan(text);
  const parts: string[] = [];
  let from = 0;
  let ranges = 0;
  for (let at = 0; at < scan.numberCount; at += 1) {
    const values = valuesText(numbers[at], count);
    if (values === null || ranges >= maxRanges) continue;
    parts.push(text.slice(from, scan.numberStart[at]), `{${values}}`);
    from = scan.numberEnd[at] ?? from;
    ranges += 1;
  }
  return [...parts, text.slice(from)].join('');
}

/** `0 ×54, 2 ×6` of a code, `101 to 363` of other numbers; `null`: they are the same, or not all known. */
function valuesText(sketch: NumberSketch | undefined, count: number): string | null {
  if (sketch === undefined || sketch.count !== count || sketch.min === sketch.max) return null;
  return codeText(sketch, count) ?? `${sketch.min} to ${sketch.max}`;
}
