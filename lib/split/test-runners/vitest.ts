import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createCounts } from './counts.ts';
import { createCoverageNotes } from './coverage-notes.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { filesFailed } from './files-failed.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createTestReport } from './test-report.ts';

const totals = /^\s*(Test Files|Tests|Type Errors|Errors|Duration)\s+(\S.*)$/;
const failureStart = /^ ?(?:❯ )?(FAIL(?= {2})|TYPE ERROR|Unchecked)\s+(.*)$/;

const marks = [
  mark(/^ *Test Files +\d+ (?:passed|failed|skipped)/m, ' Test Files '),
  mark(/^ RUN {2}v\d/m, ' RUN  v'),
];

/** Lines that accompany a verdict which any program might print. */
const frame = /^ *(?:Tests|Start at|Duration) {2,}\S|^ RUN {2}v\d/m;

/** Vitest's closing report; the reporter lines before it repeat the same. */
export const vitest: Summarizer = {
  kind: 'vitest',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('vitest'), marks, frame),
  read: readVitest,
};

interface OpenFailure {
  /** Several tests with the same failure share one text below their titles. */
  titles: string[];
  hasText: boolean;
  text: FailureText;
  line: number;
}

const maxTitles = 5_000;
const unhandled = 'unhandled error';
const outcomes = ['failed', 'passed', 'skipped', 'todo'] as const;

/** What was read of the runs so far. */
interface VitestState {
  report: ReturnType<typeof createTestReport>;
  readonly coverage: ReturnType<typeof createCoverageNotes>;
  readonly seen: Set<string>;
  readonly tests: ReturnType<typeof createCounts>;
  readonly files: ReturnType<typeof createCounts>;
  duration: string | null;
  otherErrors: number;
  hasNoTests: boolean;
  open: OpenFailure | null;
}

function readVitest(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = (): VitestState => ({
  report: createTestReport(),
  coverage: createCoverageNotes(),
  seen: new Set<string>(),
  tests: createCounts(),
  files: createCounts(),
  duration: null,
  otherErrors: 0,
  hasNoTests: false,
  open: null,
});

function readLine(reading: VitestState, line: string, number: number) {
  const match = line.length < 300 && line.charCodeAt(0) === 32 ? totals.exec(line) : null;
  if (match && /^\d/.test(match[2] ?? '')) {
    close(reading);
    return readTotals(reading, match[1] ?? '', match[2] ?? '');
  }
  if (line.startsWith('⎯⎯⎯')) {
    close(reading);
    // `Unhandled Errors` heads their number, the other headings one error each.
    if (/ (?:Unhandled (?!Errors )\w+|Uncaught \w+) ⎯/.test(line))
      reading.open = { titles: [unhandled], hasText: true, text: createFailureText(), line: number };
    return;
  }
  if (line.startsWith(' RUN  v')) {
    reading.files.settle();
    reading.tests.settle();
    reading.seen.clear();
    return;
  }
  // A round of the watch mode takes the place of the one before.
  if (line.startsWith(' RERUN ')) return beginRound(reading);
  if (line.startsWith(' FAIL  Tests failed. Watching')) return close(reading);
  const start = line.length < 2_000 && /[ FT❯U]/.test(line[0] ?? '') ? failureStart.exec(line) : null;
  if (start) {
    if (reading.open?.hasText !== false) close(reading);
    reading.open ??= { titles: [], hasText: false, text: createFailureText(), line: number };
    if (reading.open.titles.length < 50) reading.open.titles.push((start[2] ?? '').trim());
  } else if (reading.open) {
    reading.open.hasText ||= line.trim() !== '';
    reading.open.text.add(line);
  } else {
    reading.coverage.line(line, number);
    reading.hasNoTests ||= line.startsWith('No test files found');
  }
}

function finishReading(reading: VitestState): Summary | null {
  close(reading);
  if (
    reading.tests.isEmpty &&
    reading.files.isEmpty &&
    reading.report.failureCount === 0 &&
    !reading.hasNoTests
  )
    return null;
  const total = ['failed', 'passed', 'skipped'].reduce((sum, word) => sum + reading.files.of(word), 0);
  return reading.report.summarize({
    kind: 'vitest',
    counts: [
      ...outcomes.map((word) => [reading.tests.of(word), word] as const),
      [reading.tests.of('expected fail'), 'failed as expected'],
      [reading.otherErrors, reading.otherErrors === 1 ? 'error outside tests' : 'errors outside tests'],
    ],
    runs: reading.tests.runs([
      ...outcomes.map((word) => [word, word] as const),
      ['expected fail', 'failed as expected'],
    ]),
    duration: reading.duration,
    also: reading.hasNoTests
      ? ['no test files found']
      : total > 0
        ? [filesFailed(reading.files.of('failed'), total)]
        : [],
    notes: reading.coverage.facts(),
    isBroken: reading.hasNoTests || reading.coverage.isMissed,
  });
}

function close(run: VitestState): void {
  for (const title of run.open?.titles ?? []) {
    // Each try of a test is printed.
    if (run.open && (title === unhandled || !run.seen.has(title)))
      run.report.fail(failureOf(run.open, title));
    if (run.seen.size < maxTitles) run.seen.add(title);
  }
  run.open = null;
}

function beginRound(run: VitestState): void {
  close(run);
  run.report = createTestReport();
  run.tests.restart();
  run.files.restart();
  run.seen.clear();
  run.otherErrors = 0;
}

function readTotals(run: VitestState, what: string, message: string): void {
  if (what === 'Duration') run.duration = /^[\d.]+\s?\w+/.exec(message)?.[0] ?? null;
  else if (what === 'Errors') run.otherErrors = Number.parseInt(message, 10) || 0;
  else if (what === 'Test Files') setAll(message, run.files.set);
  else if (what === 'Tests') setAll(message, run.tests.set);
}

/** `9 failed | 43 passed | 1 skipped (53)`. */
function setAll(message: string, set: (word: string, count: number) => void): void {
  for (const [, count, word] of message.matchAll(/(\d+) (failed|passed|skipped|todo|expected fail)/g))
    set(word ?? '', Number(count));
}

/** `|unit| test/rates.test.js > rate > adds a quarter`: the project, the file, the test. */
function failureOf({ text, line }: OpenFailure, title: string) {
  const match = /^(?:\|[^|]+\| *|[\w@/-]+ {1,2}(?=\S+\.\w+))?(\S+\.[cm]?[jt]sx?)(?: > (.*)| \[.*\])?$/.exec(
    title,
  );
  return {
    ...text.finish(match?.[1] ?? null),
    name: match ? (match[2] ?? '').split(' > ').filter((part) => part !== '') : [title],
    line,
  };
}
