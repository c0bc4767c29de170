import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
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
  const run: VitestState = {
    report: createTestReport(),
    coverage: createCoverageNotes(),
    seen: new Set<string>(),
    tests: createCounts(),
    files: createCounts(),
    duration: null,
    otherErrors: 0,
    hasNoTests: false,
    open: null,
  };
  return {
    line(line, number) {
      const match = line.length < 300 && line.charCodeAt(0) === 32 ? totals.exec(line) : null;
      if (match && /^\d/.test(match[2] ?? '')) {
        close(run);
        return readTotals(run, match[1] ?? '', match[2] ?? '');
      }
      if (line.startsWith('⎯⎯⎯')) {
        close(run);
        // `Unhandled Errors` heads their number, the other headings one error each.
        if (/ (?:Unhandled (?!Errors )\w+|Uncaught \w+) ⎯/.test(line))
          run.open = { titles: [unhandled], hasText: true, text: createFailureText(), line: number };
        return;
      }
      if (line.startsWith(' RUN  v')) {
        run.files.settle();
        run.tests.settle();
        run.seen.clear();
        return;
      }
      // A round of the watch mode takes the place of the one before.
      if (line.startsWith(' RERUN ')) return beginRound(run);
      if (line.startsWith(' FAIL  Tests failed. Watching')) return close(run);
      const start = line.length < 2_000 && /[ FT❯U]/.test(line[0] ?? '') ? failureStart.exec(line) : null;
      if (start) {
        if (run.open?.hasText !== false) close(run);
        run.open ??= { titles: [], hasText: false, text: createFailureText(), line: number };
        if (run.open.titles.length < 50) run.open.titles.push((start[2] ?? '').trim());
      } else if (run.open) {
        run.open.hasText ||= line.trim() !== '';
        run.open.text.add(line);
      } else {
        run.coverage.line(line, number);
        run.hasNoTests ||= line.startsWith('No test files found');
      }
    },
    finish() {
      close(run);
      if (run.tests.isEmpty && run.files.isEmpty && run.report.failureCount === 0 && !run.hasNoTests)
        return null;
      const total = ['failed', 'passed', 'skipped'].reduce((sum, word) => sum + run.files.of(word), 0);
      return run.report.summarize({
        kind: 'vitest',
        counts: [
          ...outcomes.map((word) => [run.tests.of(word), word] as const),
          [run.tests.of('expected fail'), 'failed as expected'],
          [run.otherErrors, run.otherErrors === 1 ? 'error outside tests' : 'errors outside tests'],
        ],
        runs: run.tests.runs([
          ...outcomes.map((word) => [word, word] as const),
          ['expected fail', 'failed as expected'],
        ]),
        duration: run.duration,
        also: run.hasNoTests
          ? ['no test files found']
          : total > 0
            ? [filesFailed(run.files.of('failed'), total)]
            : [],
        notes: run.coverage.facts(),
        isBroken: run.hasNoTests || run.coverage.isMissed,
      });
    },
  };
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
