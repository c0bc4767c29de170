import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^Tests: (\d+), Assertions: \d+(.*)\.$/;
const allRight = /^OK \((\d+) tests?, \d+ assertions?\)$/;
const partStart = /^There (?:was|were) \d+ (.+):$/;
const failureStart = /^\d+\) (\S.*)$/;
const testdoxStart = /^ ✘ (.+)$/;
const phpFrame = /^(\/?[^\s:]+\.php):(\d+)$/;

const marks = [
  mark(/^PHPUnit \d+\.\d+\S* by Sebastian Bergmann/m, 'PHPUnit '),
  mark(/^OK \(\d+ tests?, \d+ assertions?\)$/m, 'OK ('),
  mark(/^Tests: \d+, Assertions: \d+[,.]/m, ', Assertions: '),
];

/** Lines that accompany a verdict which any program might print. */
const frame = /^(?:PHPUnit \d|Runtime: |Time: |There (?:was|were) \d|FAILURES!)/m;

export const phpunit: Summarizer = {
  kind: 'phpunit',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('phpunit', 'phpunit.phar', 'pest'), marks, frame),
  read: readPhpunit,
};

interface OpenFailure {
  name: string;
  text: FailureText;
  line: number;
}

/** What was read of the runs so far. */
interface PhpunitState {
  /** Failures as they happened (testdox), and as the list at the end repeats them. */
  readonly asTheyCame: ReturnType<typeof createTestReport>;
  readonly listed: ReturnType<typeof createTestReport>;
  readonly sums: Map<string, number>;
  readonly runTime: ReturnType<typeof createRunTime>;
  isFound: boolean;
  /** The closing list also includes skipped and risky tests; this is true inside its part with failures. */
  isFailurePart: boolean;
  isRetold: boolean;
  open: OpenFailure | null;
}

function readPhpunit(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = (): PhpunitState => ({
  asTheyCame: createTestReport(),
  listed: createTestReport(),
  sums: new Map<string, number>(),
  runTime: createRunTime(),
  isFound: false,
  isFailurePart: false,
  isRetold: false,
  open: null,
});

function readLine(reading: PhpunitState, line: string, number: number) {
  const match = line.startsWith('Tests: ') ? verdict.exec(line) : null;
  const right = line.startsWith('OK (') ? allRight.exec(line) : null;
  if (match || right) {
    close(reading);
    reading.isFound = true;
    add(reading, 'Tests', Number(match?.[1] ?? right?.[1]));
    for (const [, word, count] of (match?.[2] ?? '').matchAll(/, ([A-Z][\w ]*): (\d+)/g))
      add(reading, word ?? '', Number(count));
    return;
  }
  const time = line.startsWith('Time: ') ? /^Time: ([^,]+),/.exec(line)?.[1] : undefined;
  if (time !== undefined) reading.runTime.add(time);
  const part = line.startsWith('There w') ? partStart.exec(line)?.[1] : undefined;
  if (part !== undefined) {
    close(reading);
    reading.isFailurePart = /error|failure/.test(part);
    reading.isRetold = true;
    return;
  }
  if (line === '--') return close(reading);
  if (line === 'Summary of non-successful tests:') {
    close(reading);
    reading.isRetold = true;
    return;
  }
  const start = (reading.isFailurePart ? failureStart.exec(line) : null) ?? testdoxStart.exec(line);
  if (start) {
    close(reading);
    reading.open = { name: start[1] ?? '', text: createFailureText(), line: number };
  } else if (reading.open) {
    if (/^ [✔↩☢∅] /.test(line)) return close(reading);
    const text = line.replace(/^ {3}[┐│├┊╵┴] ?/, '').trim();
    const frame = phpFrame.exec(text);
    reading.open.text.add(frame ? `at ${text}` : text);
  }
}

function finishReading(reading: PhpunitState): Summary | null {
  close(reading);
  const report = reading.listed.failureCount > 0 ? reading.listed : reading.asTheyCame;
  if (!reading.isFound && report.failureCount === 0) return null;
  const of = (word: string) => reading.sums.get(word) ?? 0;
  const [failed, errors, skipped] = [of('Failures'), of('Errors'), of('Skipped')];
  const incomplete = of('Incomplete');
  return report.summarize({
    kind: 'phpunit',
    counts: [
      [reading.isFound ? failed : report.failureCount, 'failed'],
      [errors, errors === 1 ? 'error' : 'errors'],
      [Math.max(0, of('Tests') - failed - errors - skipped - incomplete), 'passed'],
      [skipped, 'skipped'],
      [incomplete, 'incomplete'],
      [of('Risky'), 'risky'],
      [of('Warnings'), 'warnings'],
    ],
    duration: reading.runTime.only,
  });
}

function close(run: PhpunitState): void {
  if (run.open)
    (run.isRetold ? run.listed : run.asTheyCame).fail({
      ...run.open.text.finish(null),
      name: [run.open.name],
      line: run.open.line,
    });
  run.open = null;
}

const add = (run: PhpunitState, word: string, count: number) =>
  run.sums.set(word, (run.sums.get(word) ?? 0) + count);
