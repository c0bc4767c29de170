import type { LineShape } from './line-shape.ts';
import type { LineScan } from './scan-line.ts';

/** After so many lines, two numbers are not the same by chance. */
const settled = 8;
const maxUnequal = 2;

/** @returns whether two numbers differ in this line that were the same in all lines before */
export function notePairs({ pairs }: LineShape, scan: LineScan, line: number): boolean {
  let isOdd = false;
  for (let at = 1; at < scan.numberCount; at += 1) {
    pairs[at - 1] ??= { equal: 0, unequal: 0, oddLine: 0 };
    const pair = pairs[at - 1];
    if (!pair || pair.unequal > maxUnequal) continue;
    if (scan.numbers[at] === scan.numbers[at - 1]) pair.equal += 1;
    else {
      pair.unequal += 1;
      if (pair.equal >= settled && pair.unequal === 1) {
        pair.oddLine = line;
        isOdd = true;
      }
    }
  }
  return isOdd;
}

/** Lines in which two numbers differ that are the same in nearly all others. */
export const oddPairLines = ({ pairs, count }: LineShape): number[] =>
  pairs.flatMap(({ equal, unequal, oddLine }) =>
    oddLine > 0 && unequal <= maxUnequal && equal + unequal === count ? [oddLine] : [],
  );
