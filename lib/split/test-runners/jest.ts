import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createCounts } from './counts.ts';
import { createCoverageNotes } from './coverage-notes.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { filesFailed } from './files-failed.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { isScriptStart } from './run-start.ts';
import { createTestReport } from './test-report.ts';

const totals = /^(Test Suites|Tests|Time): +(.+)$/;
/** The failure above is that of a try which is repeated. */
const isRetry = /^ {4}RETRY \d+$/;
const failureStart = /^ {2}● (.+)$/;
const fileStart = /^ ?(FAIL|PASS) +(?:(?!\S+\.[cm]?[jt]sx?)\S+ +)?(\S+)/;
const maxSeen = 2_000;

const marks = [
  mark(/^Test Suites: .*\d+ total$/m, 'Test Suites: '),
  mark((text) => text.includes('\n  ● ') && /^FAIL \S+/m.test(text), '\n  ● '),
];

/** Lines that accompany a verdict which any program might print. */
const frame = /^(?:Tests|Snapshots|Time): {2,}\S|^ {2}● \S/m;

export const jest: Summarizer = {
  kind: 'jest',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('jest', 'react-scripts'), marks, frame),
  read: readJest,
};

interface OpenFailure {
  name: string;
  text: FailureText;
  line: number;
}

const outcomes = ['failed', 'passed', 'skipped', 'todo'] as const;

function readJest(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  coverage: createCoverageNotes(),
  tests: createCounts(),
  suites: createCounts(),
  /** A long run repeats its failures at the end. */
  seen: new Set<string>(),
  duration: null as string | null,
  file: null as string | null,
  open: null as OpenFailure | null,
  hasNoTests: false,
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  const key = `${reading.file} ${reading.open?.name}`;
  if (reading.open && !reading.seen.has(key)) {
    reading.report.fail({
      ...reading.open.text.finish(reading.file),
      name: [reading.open.name],
      line: reading.open.line,
    });
    if (reading.seen.size < maxSeen) reading.seen.add(key);
  }
  reading.open = null;
}

function readLine(reading: Reading, line: string, number: number) {
  const first = line[0];
  const match = first === 'T' ? totals.exec(line) : null;
  if (match) {
    close(reading);
    if (match[1] === 'Time') reading.duration = /^[\d.]+ ?\w+/.exec(match[2] ?? '')?.[0] ?? null;
    else if (match[1] === 'Tests') setAll(match[2] ?? '', reading.tests.set);
    else setAll(match[2] ?? '', reading.suites.set);
    return;
  }
  if (line.startsWith('Ran all test suites') || isScriptStart(line)) {
    close(reading);
    reading.suites.settle();
    reading.tests.settle();
    return;
  }
  const start = first === 'F' || first === 'P' || first === ' ' ? fileStart.exec(line) : null;
  if (start) {
    close(reading);
    reading.file = start[2] ?? null;
    return;
  }
  const failure = first === ' ' ? failureStart.exec(line) : null;
  if (failure) {
    close(reading);
    const name = (failure[1] ?? '').trim();
    reading.open = name === 'Console' ? null : { name, text: createFailureText(), line: number };
  } else if (reading.open && isRetry.test(line)) reading.open = null;
  else if (reading.open) reading.open.text.add(line);
  else reading.hasNoTests ||= line.startsWith('No tests found');
  // A coverage table may follow a failure.
  reading.coverage.line(line, number);
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  if (
    reading.tests.isEmpty &&
    reading.suites.isEmpty &&
    reading.report.failureCount === 0 &&
    !reading.hasNoTests
  )
    return null;
  const total = ['failed', 'passed', 'skipped'].reduce((sum, word) => sum + reading.suites.of(word), 0);
  return reading.report.summarize({
    kind: 'jest',
    counts: outcomes.map((word) => [reading.tests.of(word), word]),
    runs: reading.tests.runs(outcomes.map((word) => [word, word])),
    duration: reading.duration,
    also: reading.hasNoTests
      ? ['no tests found']
      : total > 0
        ? [filesFailed(reading.suites.of('failed'), total)]
        : [],
    notes: reading.coverage.facts(),
    isBroken: reading.hasNoTests || reading.coverage.isMissed,
  });
}

/** `9 failed, 1 skipped, 1 todo, 43 passed, 54 total`. */
function setAll(message: string, set: (word: string, count: number) => void): void {
  for (const [, count, word] of message.matchAll(/(\d+) (failed|passed|skipped|todo)/g))
    set(word ?? '', Number(count));
}
