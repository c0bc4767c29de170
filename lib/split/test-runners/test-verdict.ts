import type { TestOutcome } from './test-outcome.ts';

const isBad = (word: string): boolean => /^(?:fail|error)/.test(word);

/** `48 failed, 1,208 passed, 4 pending, in 5s`: that none failed is said as well. */
export function testVerdict({ counts, duration, also = [] }: TestOutcome): string[] {
  const isClean = !counts.some(([count, word]) => isBad(word) && count > 0);
  const told = counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`);
  return [
    ...told.slice(0, 1),
    ...(isClean && told.length > 0 ? ['0 failed'] : []),
    ...told.slice(1),
    ...(told.length === 0 && also.length === 0 ? ['no tests ran'] : also),
    ...(duration === null ? [] : [`in ${duration}`]),
  ];
}
