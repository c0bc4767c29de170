import type { RawText } from './raw-text.ts';
import { numberOf } from './statement.ts';

/** Names that test runners use for a word of a verdict. */
const names: Record<string, RegExp> = {
  failed: /fail(?:ed|ing|ures?)?|broken/i,
  passed: /pass(?:ed|ing)?|ok|success(?:es)?|examples|assertions|tests?/i,
  skipped: /skip(?:ped|s)?|omissions|disabled|ignored/i,
  pending: /pending/i,
  todo: /todo/i,
  ignored: /ignored/i,
};

/** Lines with which a test runner marks one test. */
const marks: Record<string, RegExp> = {
  failed:
    /^\s*(?:[✖✗✘×⨯]|not ok\b|--- FAIL|FAIL\b|\[ {2}FAILED|\d+\) )|FAILED\b|\bFAIL\b|\*\*\*|^ERROR: |<<< |<failure|"status":"failed"|✖/,
  passed: /^\s*(?:[✔✓√]|ok\b|--- PASS)|PASSED\b|\bPASS\b|\.\.\. ok|Passed|OK/,
};

const totalOf = (word: string): RegExp => {
  const name = (names[word] ?? /(?!)/).source;
  return new RegExp(
    `(?<![\\d.])(\\d[\\d,]*) (?:tests? |test cases? |specs? )?(?:${name})\\b|\\b(?:${name})["']?[:=\\s(]+["']?(\\d[\\d,]*)`,
    'gi',
  );
};

/**
 * Whether a test count is one that the result states, or a sum of several of them. `null`: it states none.
 */
export function isTestTotal(
  word: string,
  stated: number,
  message: string,
  { lines, holdsNumber }: RawText,
): boolean | null {
  if (names[word] === undefined) return null;
  // For a truncated report, its own totals exceed what is there, or are missing.
  if (message.includes('stopped before') || lines.some((line) => line.includes('<testcase'))) return null;
  // The number that passed may be what remains of the total.
  if ((word === 'passed' || word === 'failed') && isRest(stated, message, lines)) return true;
  const all = / of ([\d,]+) tests/.exec(message)?.[1];
  if (all !== undefined && holdsNumber(all) && countsIn(message) === numberOf(all)) return true;
  const form = totalOf(word);
  const found = lines.map((line) =>
    [...line.matchAll(form)].map((match) => Number((match[1] ?? match[2] ?? '').replaceAll(',', ''))),
  );
  const values = found.flat();
  if (values.length === 0) return isMarked(word, stated, lines);
  if (values.includes(stated)) return true;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const perLine = found.filter((each) => each.length > 0).map((each) => each[0] ?? 0);
  if ([sum(values), sum(perLine)].includes(stated)) return true;
  // Any of the totals may be stated again, so a sum of several of them counts.
  if (reaches(stated, values)) return true;
  return isMarked(word, stated, lines) === false ? false : null;
}

/**
 * Whether at least that many lines have the mark of such a test. `null`: more do, as when each is printed
 * again.
 */
function isMarked(word: string, stated: number, lines: readonly string[]): boolean | null {
  const mark = marks[word];
  if (!mark) return null;
  const marked = lines.filter((line) => mark.test(line)).length;
  return marked === stated ? true : marked < stated ? false : null;
}

const ofAll =
  /(\d+) (?:tests?|runs|examples|specs?)\b|\bTests(?: run)?[:=] ?(\d+)|\b(?:out of|Total:) +(\d+)/g;

const countsIn = (message: string): number =>
  [
    ...message
      .replace(/ in [\d,]+ runs \([^)]*\)/, '')
      .matchAll(
        /([\d,]+) (?:failed|errors?|passed|skipped|pending|todo|ignored|cancelled|xfailed|xpassed|failed as expected)\b/g,
      ),
  ].reduce((total, [, count]) => total + numberOf(count), 0);

/** Whether passed and other tests add up to the total the runner states. */
function isRest(stated: number, message: string, lines: readonly string[]): boolean {
  const sum = countsIn(message);
  const totals = lines.flatMap((line) => [...line.matchAll(ofAll)].map(([, a, b, c]) => Number(a ?? b ?? c)));
  // Some runners exclude skipped tests from the total.
  const skipped = [...message.matchAll(/([\d,]+) (?:skipped|pending|todo|ignored)\b/g)];
  const ran = sum - skipped.reduce((total, [, count]) => total + numberOf(count), 0);
  return [sum, ran, stated].some((each) => reaches(each, totals));
}

/** Whether some of the numbers add up to it. */
function reaches(stated: number, values: readonly number[]): boolean {
  let sums = new Set([0]);
  for (const value of values.slice(0, 40)) {
    sums = new Set([...sums, ...[...sums].map((sum) => sum + value).filter((sum) => sum <= stated)]);
    if (sums.has(stated)) return true;
    if (sums.size > 5_000) return false;
  }
  return false;
}
