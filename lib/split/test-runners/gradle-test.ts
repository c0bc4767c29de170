import { mark } from '../marks.ts';
import { plural } from '../plural.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { javaText } from './java-text.ts';
import { recogniseTests } from './recognise-tests.ts';
import type { TestFailure } from './test-failure.ts';
import { createTestReport } from './test-report.ts';

/** `RatesTest > addsAQuarterAZone() FAILED`. */
const point = /^(\S.* > .*?) (FAILED|PASSED|SKIPPED)(?: \([\d.]+s\))?$/;
const verdict = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/;

const marks = [
  mark(/^[^\s>][^\n>]* > [^\n]+ FAILED\n {4}\S/m, ' FAILED\n    '),
  mark(/^[\w.]+(?:Test|Tests|Spec|IT) > [^\n]+ PASSED$/m, ' PASSED\n'),
  mark(/^\d+ tests? completed, \d+ failed/m, ' completed, '),
];

/** Gradle's test output: the failed tests and one line of totals. Where none failed it may print nothing. */
export const gradleTest: Summarizer = {
  kind: 'gradle test',
  covers: 'part',
  recognise: recogniseTests(() => false, marks),
  read: readGradleTest,
};

const maxFailures = 2_000;

interface OpenFailure {
  name: string;
  text: FailureText;
  line: number;
}

function readGradleTest(): Reader {
  const report = createTestReport();
  const listed = { FAILED: 0, PASSED: 0, SKIPPED: 0 };
  const result = { completed: 0, failed: 0, skipped: 0 };
  /** A test that fails may be run again, and pass. */
  const failures = new Map<string, TestFailure>();
  let flaky = 0;
  let open: OpenFailure | null = null;

  const close = () => {
    if (open && failures.size < maxFailures)
      failures.set(open.name, { ...open.text.finish(null), name: [open.name], line: open.line });
    open = null;
  };
  return {
    line(line, number) {
      const first = line[0];
      if (first === ' ' || first === '\t') return open?.text.add(javaText(line));
      if (first === undefined) return;
      const match = line.includes(' > ') ? point.exec(line) : null;
      if (match) {
        close();
        const outcome = match[2] === 'FAILED' || match[2] === 'PASSED' ? match[2] : 'SKIPPED';
        listed[outcome] += 1;
        if (outcome === 'PASSED' && failures.delete(match[1] ?? '')) flaky += 1;
        if (outcome === 'FAILED')
          open = { name: match[1] ?? '', text: createFailureText({ isMessageLong: true }), line: number };
        return;
      }
      close();
      const matched = first >= '0' && first <= '9' ? verdict.exec(line) : null;
      if (!matched) return;
      result.completed += Number(matched[1]);
      result.failed += Number(matched[2] ?? 0);
      result.skipped += Number(matched[3] ?? 0);
    },
    finish() {
      close();
      if (result.completed + listed.FAILED + listed.PASSED === 0) return null;
      for (const failure of failures.values()) report.fail(failure);
      // Only tasks that failed print totals; with every test listed, the list knows more.
      const listedCount = listed.FAILED + listed.PASSED + listed.SKIPPED;
      const isReported = result.completed >= listedCount;
      return report.summarize({
        kind: 'gradle test',
        counts: [
          [isReported ? result.failed : listed.FAILED - flaky, 'failed'],
          [isReported ? result.completed - result.failed - result.skipped : listed.PASSED, 'passed'],
          [isReported ? result.skipped : listed.SKIPPED, 'skipped'],
        ],
        duration: null,
        also: flaky > 0 ? [`${plural(flaky, 'test')} passed when run again`] : [],
      });
    },
  };
}
