import { createCounts } from './counts.ts';
import type { PytestVerdict } from './pytest-verdict.ts';

/** `tests/test_a.py::test_b[1] FAILED   [ 12%]`; of several workers `[gw0] [ 12%] FAILED tests/test_a.py::test_b`. */
const verbose = /^(\S+\.py::.{1,1000}?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b/;
const ofWorker = /^\[gw\d+\] \[ *\d+%\] (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (\S.*)$/;
/** `tests/test_a.py ..F.E.s   [ 45%]`; wrapped, or with `-q`, without the file. */
const dots = /^(?:\S+\.py ([.FEsxX]+)(?: +\[ *\d+%\])?|([.FEsxX]+) +\[ *\d+%\])$/;

const wordOf: Readonly<Record<string, string>> = {
  ...{
    PASSED: 'passed',
    FAILED: 'failed',
    ERROR: 'errors',
    SKIPPED: 'skipped',
    XFAIL: 'xfailed',
    XPASS: 'xpassed',
  },
  ...{ '.': 'passed', F: 'failed', E: 'errors', s: 'skipped', x: 'xfailed', X: 'xpassed' },
};
const words = ['failed', 'errors', 'passed', 'skipped', 'xfailed', 'xpassed'];
const maxFailures = 2_000;

/** What pytest prints while the tests run: all there is where its report was cut off. */
export interface PytestProgress {
  line(line: string, number: number): void;
  counts(): PytestVerdict['counts'];
  readonly failures: readonly { id: string; line: number; isError: boolean }[];
}

export function createPytestProgress(): PytestProgress {
  const counts = createCounts();
  const failures: { id: string; line: number; isError: boolean }[] = [];
  const add = (id: string, result: string, line: number) => {
    counts.add(wordOf[result] ?? '', 1);
    const isError = result === 'ERROR';
    if ((isError || result === 'FAILED') && failures.length < maxFailures)
      failures.push({ id, line, isError });
  };
  return {
    line(line, number) {
      const worker = line.startsWith('[gw') ? ofWorker.exec(line) : null;
      if (worker) return add((worker[2] ?? '').trim(), worker[1] ?? '', number);
      const test = line.includes('.py::') ? verbose.exec(line) : null;
      if (test) return add(test[1] ?? '', test[2] ?? '', number);
      const [, inFile, alone] = dots.exec(line) ?? [];
      for (const letter of inFile ?? alone ?? '') counts.add(wordOf[letter] ?? '', 1);
    },
    counts: () =>
      words
        .map((word): [number, string] => [counts.of(word), word])
        .filter(([count]) => count > 0)
        .map(([count, word]) => [count, word === 'errors' && count === 1 ? 'error' : word]),
    failures,
  };
}
