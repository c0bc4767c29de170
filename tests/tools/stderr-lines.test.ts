import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createStderrLines } from '#lib/tools/stderr-lines.ts';

const lines = (...pieces: ['stdout' | 'stderr', string][]) => {
  const stderr = createStderrLines();
  for (const [stream, text] of pieces) stderr.push({ stream, bytes: Buffer.from(text) });
  return stderr.ranges();
};

test('lines of standard error are found between those of standard output', () => {
  expect(lines(['stdout', 'a\nb\n'], ['stderr', 'c\nd\n'], ['stdout', 'e\n'], ['stderr', 'f'])).toEqual([
    { from: 3, to: 4 },
    { from: 6, to: 6 },
  ]);
});

test('a line that both streams wrote to is marked', () => {
  expect(lines(['stdout', 'progress '], ['stderr', 'warning\n'], ['stdout', 'done\n'])).toEqual([
    { from: 1, to: 1 },
  ]);
});

test('pieces of one stretch are one range, wherever they were cut', () => {
  expect(lines(['stderr', 'a'], ['stderr', 'b\nc'], ['stderr', '\n'], ['stderr', 'd\n'])).toEqual([
    { from: 1, to: 3 },
  ]);
});

test('the number of ranges is bounded', () => {
  const alternating = Array.from(
    { length: 3 * limits.stderrRanges },
    (_, at): ['stdout' | 'stderr', string] => [at % 2 === 0 ? 'stderr' : 'stdout', `${at}\n`],
  );
  expect(lines(...alternating)).toHaveLength(limits.stderrRanges);
});
