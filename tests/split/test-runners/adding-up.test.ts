import { expect, test } from 'vitest';
import { allRecordings } from '#scripts/split/recordings.ts';
import { understandTests } from './understand-tests.ts';

const runs = allRecordings()
  .filter(({ name }) => name.startsWith('test-runners/'))
  .map(({ name, text, command, exitCode }) => {
    const around = { command, exitCode: exitCode ?? 0 };
    return { name, text, around, program: command.split(' ')[0], known: understandTests(text, around) };
  });

/** The counts of each run, beside their sums. */
const eachRun = / in \d+ runs \([^)]*\)/;

/** `2 failed, 1,040 passed` -> `{ failed: 2, passed: 1040 }`. */
const countsOf = (verdict: string): Record<string, number> =>
  Object.fromEntries(
    [...verdict.replace(eachRun, '').matchAll(/(\d[\d,]*) (failed|errors?|passed|skipped)\b/g)].map(
      ([, count = '', word = '']) => [word.replace(/s$/, ''), Number(count.replaceAll(',', ''))],
    ),
  );

/** `2 failed, in 0.42s` -> 0.42; `null` where no time is stated. */
function timeOf(verdict: string): number | null {
  const [, time] = /, in ([\d.]+) ?[a-z]+$/.exec(verdict) ?? [];
  return time === undefined ? null : Number(time);
}

/** Reports that are one document each: two of them are none. */
function isDocument(text: string): boolean {
  if (/^\s*<\?xml/.test(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
/** The programs that ran told of themselves as well, so that there are two verdicts. */
const isTwofold = (verdict: string): boolean => verdict.includes(', gtest: ');

const pairs = runs.flatMap((one) =>
  runs
    .filter(
      (next) =>
        next.program === one.program &&
        next.known.kind === one.known.kind &&
        ![one, next].some(({ text, known }) => isDocument(text) || isTwofold(known.verdict)),
    )
    .map((next) => [one, next] as const),
);

test('there are pairs of nearly all runners', () => {
  expect(new Set(pairs.map(([{ known }]) => known.kind)).size).toBeGreaterThanOrEqual(30);
});

test.each([...new Set(pairs.map(([{ known }]) => known.kind))])('two runs of %s add up', (kind) => {
  for (const [one, next] of pairs.filter(([{ known }]) => known.kind === kind)) {
    const both = understandTests(one.text + next.text, one.around);
    const sums = countsOf(one.known.verdict);
    for (const [word, count] of Object.entries(countsOf(next.known.verdict)))
      sums[word] = (sums[word] ?? 0) + count;
    expect([both.kind, both.faults, countsOf(both.verdict)], `${one.name}, then ${next.name}`).toEqual([
      kind,
      [],
      expect.objectContaining(sums),
    ]);
    const time = timeOf(both.verdict);
    if (time !== null)
      expect(time, `time of ${one.name}, then ${next.name}`).toBeCloseTo(
        (timeOf(one.known.verdict) ?? 0) + (timeOf(next.known.verdict) ?? 0),
        1,
      );
    const [, listed] = / in 2 runs \(([^)]*)\)/.exec(both.verdict) ?? [];
    if (listed === undefined) continue;
    const [first = {}, second = {}] = listed.split('; ').map(countsOf);
    for (const [word, count] of Object.entries(sums))
      expect((first[word] ?? 0) + (second[word] ?? 0), `${word} of ${one.name}`).toBe(count);
  }
});
