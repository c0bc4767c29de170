import { figure } from '../figure.ts';
import type { OutcomeCount, TestOutcome } from './test-outcome.ts';

export const isBad = (word: string): boolean => /^(?:fail|error)/.test(word);

/** Words that count single tests; warnings and filtered-out tests do not. */
const ofTests =
  /^(?:failed|errors?|passed|skipped|pending|todo|ignored|cancelled|incomplete|flaky|interrupted|undefined|timed out|did not run|xfailed|xpassed|failed as expected|passed unexpectedly|passed or skipped)(?: \([\d,]+ with subtests\))?$/;

/**
 * `48 failed, 1,208 passed, 4 pending of 1,260 tests, in 5s`. Says so when none failed, and adds the total of
 * several counts.
 */
export function testVerdict(
  { counts, total, runs = [], duration, also = [], isBroken = false }: TestOutcome,
  failureCount: number,
): string[] {
  // An incomplete report may lack the failure count although failures are listed.
  const isClean = failureCount === 0 && !counts.some(([count, word]) => isBad(word) && count > 0);
  const present = counts.filter(([count]) => count > 0);
  const parts = present.map(([count, word]) => `${figure(count)} ${word}`);
  const tests = present.filter(([, word]) => ofTests.test(word));
  const last = present.lastIndexOf(tests.at(-1) ?? [0, '']);
  // How many there are is not known of a run that stopped, unless it said so before.
  const isWhole = total !== undefined || also.every((message) => !message.startsWith('stopped'));
  if (isWhole && tests.length > 1) {
    const sum = total === undefined ? tests.reduce((before, [count]) => before + count, 0) : total;
    if (sum !== null) parts[last] += ` of ${figure(sum)} tests`;
  }
  return [
    ...(isBroken && isClean && parts.length > 0 ? ['not because of a test'] : []),
    ...parts.slice(0, 1),
    ...(isClean && parts.length > 0 ? ['0 failed'] : []),
    ...parts.slice(1),
    ...(runs.length > 1 ? [runsText(runs)] : []),
    ...(parts.length > 0 || also.length > 0
      ? also
      : failureCount > 0
        ? [`at least ${figure(failureCount)} failed`, 'stopped before its report']
        : ['no tests ran']),
    // The time of the last of several runs is not that of all.
    ...(duration === null || runs.length > 1 ? [] : [`in ${duration}`]),
  ];
}

const runsShown = 4;

/** `in 2 runs (2 failed, 43 passed; 44 passed)` */
function runsText(runs: readonly (readonly OutcomeCount[])[]): string {
  const texts = runs.slice(0, runsShown).map((counts) => {
    const present = counts.filter(([count]) => count > 0).map(([count, word]) => `${figure(count)} ${word}`);
    return present.length === 0 ? 'no tests' : present.join(', ');
  });
  const more = runs.length - texts.length;
  return `in ${figure(runs.length)} runs (${texts.join('; ')}${more > 0 ? `; … ${figure(more)} more` : ''})`;
}
