import { createReader } from '../create-reader.ts';
import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally, type Tally } from '../tally.ts';
import { createCounts } from './counts.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import type { SourceLocation } from './source-location.ts';
import { stackFrame } from './stack-frame.ts';
import { noSides } from './test-failure.ts';
import type { OutcomeCount } from './test-outcome.ts';
import { createTestReport } from './test-report.ts';

const blockStart = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (.+)$/;
const ran = /^Ran (\d+) tests? in ([\d.]+s)$/;
const verdict = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/;

const marks = [
  mark(/^Ran \d+ tests? in [\d.]+s$/m, 'Ran '),
  mark(/^={70}\n(?:FAIL|ERROR): .+\n-{70}$/m, '======\nFAIL: ', '======\nERROR: '),
];

/** Lines that accompany a verdict which any program might print. */
const frame = /^[-=]{70}$/m;

/** Python's built-in test runner, and Django's, which is built on it. */
export const unittest: Summarizer = {
  kind: 'unittest',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('unittest'), marks, frame),
  read: readUnittest,
};

interface OpenFailure {
  name: string;
  locations: SourceLocation[];
  message: string | null;
  line: number;
}

function readUnittest(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  counts: createCounts(),
  runTime: createRunTime(),
  hasRun: false,
  open: null as OpenFailure | null,
  /** Failures of subtests by their test: the runner counts each, but the test once. */
  subtests: createTally(),
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  if (reading.open) {
    const { name, locations, message, line } = reading.open;
    reading.report.fail({
      name: shortName(name),
      test: locations[0] ?? null,
      raised: locations.at(-1) ?? null,
      message: message === null ? [] : [message],
      sides: noSides,
      line,
    });
  }
  reading.open = null;
}

function readLine(reading: Reading, line: string, number: number) {
  const first = line[0];
  if (first === '=' && /^={70}$/.test(line)) return close(reading);
  const start = first === 'F' || first === 'E' || first === 'U' ? blockStart.exec(line) : null;
  if (start && reading.open === null) {
    const parts = shortName(start[2] ?? '');
    if (parts.length > 1) reading.subtests.add(parts[0] ?? '');
    reading.open = { name: start[2] ?? '', locations: [], message: null, line: number };
    return;
  }
  if (first === 'R') {
    const match = ran.exec(line);
    if (match) {
      close(reading);
      reading.counts.settle();
      reading.counts.set('tests', Number(match[1]));
      reading.counts.set('again', repeatedIn(reading.subtests));
      reading.subtests = createTally();
      reading.hasRun = true;
      reading.runTime.add(match[2] ?? '');
      return;
    }
  }
  if (reading.hasRun && (first === 'O' || first === 'F')) {
    for (const [, word, count] of (verdict.exec(line)?.[1] ?? '').matchAll(/([a-z ]+)=(\d+)/g))
      reading.counts.add((word ?? '').trim(), Number(count));
    return;
  }
  if (!reading.open || first === undefined) return;
  // The exception that follows is the one that the test failed with.
  if (/^(?:During handling of the above exception|The above exception was the direct cause)/.test(line)) {
    reading.open.message = null;
    reading.open.locations = [];
    return;
  }
  const frame = stackFrame(line);
  if (frame?.own) {
    if (reading.open.locations.length < 40) reading.open.locations.push(frame.own);
  } else if (first !== ' ' && first !== '-' && !line.startsWith('Traceback')) reading.open.message ??= line;
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  if (!reading.hasRun) {
    if (reading.report.failureCount === 0) return null;
    return reading.report.summarize({
      kind: 'unittest',
      counts: [[reading.report.failureCount, 'failed']],
      duration: null,
      also: ['stopped before its report'],
    });
  }
  const isEmpty = reading.counts.of('tests') === 0;
  return reading.report.summarize({
    kind: 'unittest',
    counts: outcomes(reading.counts.of, (failures) => `failed (${figure(failures)} with subtests)`),
    runs: reading.counts.runs(words.map((word) => [word, word])).map((run) =>
      outcomes(
        (word) => run.find(([, name]) => name === word)?.[0] ?? 0,
        () => 'failed',
      ),
    ),
    duration: reading.runTime.only,
    also: isEmpty ? ['no tests ran'] : [],
    isBroken: isEmpty,
  });
}

/** `again`: failures of subtests beyond the first of each test. */
const words = [
  'tests',
  'again',
  'failures',
  'errors',
  'skipped',
  'expected failures',
  'unexpected successes',
] as const;

function outcomes(
  of: (word: (typeof words)[number]) => number,
  withSubtests: (failures: number) => string,
): OutcomeCount[] {
  const failed = of('failures');
  const again = of('again');
  const errors = of('errors');
  const notPassed =
    failed + errors - again + of('skipped') + of('expected failures') + of('unexpected successes');
  return [
    [failed - again, again > 0 ? withSubtests(failed) : 'failed'],
    [errors, errors === 1 ? 'error' : 'errors'],
    [Math.max(0, of('tests') - notPassed), 'passed'],
    [of('skipped'), 'skipped'],
    [of('expected failures'), 'failed as expected'],
    [of('unexpected successes'), 'passed unexpectedly'],
  ];
}

const repeatedIn = ({ total, distinct }: Tally): number => (distinct === null ? 0 : total - distinct);

/**
 * `test_a (unit.test_rates.RateTest.test_a) (zone='far')` -> `RateTest.test_a`, `(zone='far')`; the file is
 * reported separately.
 */
function shortName(name: string): string[] {
  const match = /^(\w+) \(([\w.]+)\)(?: (.+))?$/.exec(name);
  if (!match?.[2]?.endsWith(`.${match[1]}`)) return [name];
  return [match[2].split('.').slice(-2).join('.'), ...(match[3] === undefined ? [] : [match[3]])];
}
