import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createCounts } from './counts.ts';
import { createCoverageNotes } from './coverage-notes.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { filesFailed } from './files-failed.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import { createTestReport } from './test-report.ts';

/** `(fail) rate > adds a quarter a zone [0.08ms]`; in a terminal `✗ rate > …`. */
const point = /^(\(pass\)|\(fail\)|\(skip\)|\(todo\)|[✓✗»✎]) (.+?)(?: \[[\d.]+m?s\])?$/;
const figure = /^ +(\d+) (pass|fail|skip|todo|filtered out|errors?)$/;
const total = /^Ran \d+ tests across (\d+) files?\. +\[([\d.]+m?s)\]/;
const heading = /^(\S+\.[cm]?[jt]sx?):$/;
const words = { pass: 'passed', fail: 'failed', skip: 'skipped', error: 'errors' };

const marks = [mark(/^bun test v\d|^Ran \d+ tests across \d+ files?\./m, 'bun test v', 'Ran ')];

/** `bun test` prints the details of a failure before the test's name. */
export const bunTest: Summarizer = {
  kind: 'bun test',
  covers: 'part',
  recognise: recogniseTests(({ name, args }) => name === 'bun' && args.includes('test'), marks),
  read: readBunTest,
};

function readBunTest(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  coverage: createCoverageNotes(),
  counts: createCounts(),
  failureText: createFailureText() as FailureText,
  file: null as string | null,
  failedFiles: new Set<string>(),
  files: 0,
  runTime: createRunTime(),
  isOver: false,
  outside: null as number | null,
});
type Reading = ReturnType<typeof initialReading>;

function fail(reading: Reading, name: string, line: number) {
  reading.report.fail({ ...reading.failureText.finish(reading.file), name: [name], line });
  if (reading.file !== null && reading.failedFiles.size < 2_000) reading.failedFiles.add(reading.file);
}

function endOutside(reading: Reading) {
  if (reading.outside !== null) fail(reading, 'error outside tests', reading.outside);
  reading.outside = null;
}

function readLine(reading: Reading, line: string, number: number) {
  const ended = line.startsWith('Ran ') ? total.exec(line) : null;
  if (ended) {
    reading.files += Number(ended[1]);
    if (ended[2] !== undefined) reading.runTime.add(ended[2]);
    reading.isOver = false;
    return;
  }
  const count = line[0] === ' ' ? figure.exec(line) : null;
  if (count) {
    const word = (count[2] ?? '').replace(/^errors$/, 'error');
    return reading.counts.add(
      Object.entries(words).find(([known]) => known === word)?.[1] ?? word,
      Number(count[1]),
    );
  }
  const match = !reading.isOver && /[(✓✗»✎]/.test(line[0] ?? '') ? point.exec(line) : null;
  if (match) {
    endOutside(reading);
    if (match[1] === '(fail)' || match[1] === '✗') fail(reading, match[2] ?? '', number);
    reading.failureText = createFailureText();
    return;
  }
  const start = line.endsWith(':') ? heading.exec(line) : null;
  if (start) {
    endOutside(reading);
    reading.file = start[1] ?? null;
    reading.failureText = createFailureText();
  } else if (line.startsWith('# Unhandled error between tests')) {
    reading.failureText = createFailureText();
    reading.outside = number;
  } else if (/^\d+ tests? (?:failed|skipped|todo):$/.test(line)) reading.isOver = true;
  else if (reading.outside === null || !/^-{5,}$/.test(line)) reading.failureText.add(line);
  reading.coverage.line(line, number);
}

function finishReading(reading: Reading): Summary | null {
  endOutside(reading);
  if (reading.counts.isEmpty && reading.report.failureCount === 0) return null;
  const isReported = !reading.counts.isEmpty;
  return reading.report.summarize({
    kind: 'bun test',
    counts: isReported
      ? (['failed', 'errors', 'passed', 'skipped', 'todo', 'filtered out'] as const).map(
          (word) => [reading.counts.of(word), word === 'errors' ? 'errors outside tests' : word] as const,
        )
      : [[reading.report.failureCount, 'failed']],
    duration: reading.runTime.only,
    also: isReported
      ? reading.files > 0
        ? [filesFailed(reading.failedFiles.size, reading.files)]
        : []
      : ['stopped before its report'],
    notes: reading.coverage.facts(),
    isBroken: reading.coverage.isMissed,
  });
}
