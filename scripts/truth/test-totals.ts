import type { RawText } from './raw-text.ts';

/** What a word of a verdict may be called by a runner. */
const names: Record<string, RegExp> = {
  failed: /fail(?:ed|ing|ures?)?|broken/i,
  passed: /pass(?:ed|ing)?|ok|success(?:es)?|examples|assertions|tests?/i,
  skipped: /skip(?:ped|s)?|omissions|disabled|ignored/i,
  pending: /pending/i,
  todo: /todo/i,
  ignored: /ignored/i,
};

/** Lines by which a runner marks one test. */
const marks: Record<string, RegExp> = {
  failed:
    /^\s*(?:[✖✗✘×⨯]|not ok\b|--- FAIL|FAIL\b|\[ {2}FAILED|\d+\) )|FAILED\b|\bFAIL\b|\*\*\*|<<< |<failure|"status":"failed"|✖/,
  passed: /^\s*(?:[✔✓√]|ok\b|--- PASS)|PASSED\b|\bPASS\b|\.\.\. ok|Passed|OK/,
};

const totalOf = (word: string): RegExp => {
  const name = (names[word] ?? /(?!)/).source;
  return new RegExp(
    `(?<![\\d.])(\\d[\\d,]*) (?:tests? |test cases? |specs? )?(?:${name})\\b|\\b(?:${name})["']?[:=\\s(]+["']?(\\d[\\d,]*)`,
    'gi',
  );
};

/** Whether a count of tests is one that the result tells, or what several of them come to. `null`: it tells none. */
export function isTestTotal(
  word: string,
  told: number,
  said: string,
  { lines, holdsNumber }: RawText,
): boolean | null {
  if (names[word] === undefined) return null;
  // Those that passed may be what is left of all.
  const all = / of ([\d,]+) tests/.exec(said)?.[1];
  if (all !== undefined && holdsNumber(all)) return true;
  const form = totalOf(word);
  const found = lines.map((line) =>
    [...line.matchAll(form)].map((match) => Number((match[1] ?? match[2] ?? '').replaceAll(',', ''))),
  );
  const values = found.flat();
  if (values.length === 0) return null;
  if (values.includes(told)) return true;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const perLine = found.filter((each) => each.length > 0).map((each) => each[0] ?? 0);
  if ([sum(values), sum(perLine)].includes(told)) return true;
  // Any of the totals may have been told again: what several of them come to.
  if (reaches(told, values)) return true;
  const mark = marks[word];
  if (mark && lines.filter((line) => mark.test(line)).length >= told) return null;
  return false;
}

/** Some of the numbers add up to it. */
function reaches(told: number, values: readonly number[]): boolean {
  let sums = new Set([0]);
  for (const value of values.slice(0, 40)) {
    sums = new Set([...sums, ...[...sums].map((sum) => sum + value).filter((sum) => sum <= told)]);
    if (sums.has(told)) return true;
    if (sums.size > 5_000) return false;
  }
  return false;
}
