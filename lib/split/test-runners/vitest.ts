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

function readVitest(): Reader {
  let report = createTestReport();
  const coverage = createCoverageNotes();
  const seen = new Set<string>();
  const tests = createCounts();
  const files = createCounts();
  let duration: string | null = null;
  let otherErrors = 0;
  let hasNoTests = false;
  let open: OpenFailure | null = null;

  const close = () => {
    for (const title of open?.titles ?? []) {
      // Each try of a test is printed.
      if (open && (title === unhandled || !seen.has(title))) report.fail(failureOf(open, title));
      if (seen.size < maxTitles) seen.add(title);
    }
    open = null;
  };
  const beginRound = () => {
    close();
    report = createTestReport();
    tests.restart();
    files.restart();
    seen.clear();
    otherErrors = 0;
  };
  const readTotals = (what: string, message: string) => {
    if (what === 'Duration') duration = /^[\d.]+\s?\w+/.exec(message)?.[0] ?? null;
    else if (what === 'Errors') otherErrors = Number.parseInt(message, 10) || 0;
    else if (what === 'Test Files') setAll(message, files.set);
    else if (what === 'Tests') setAll(message, tests.set);
  };
  return {
    line(line, number) {
      const match = line.length < 300 && line.charCodeAt(0) === 32 ? totals.exec(line) : null;
      if (match && /^\d/.test(match[2] ?? '')) {
        close();
        return readTotals(match[1] ?? '', match[2] ?? '');
      }
      if (line.startsWith('⎯⎯⎯')) {
        close();
        // Below `Unhandled Errors` stands how many, below the others each of them.
        if (/ (?:Unhandled (?!Errors )\w+|Uncaught \w+) ⎯/.test(line))
          open = { titles: [unhandled], hasText: true, text: createFailureText(), line: number };
        return;
      }
      if (line.startsWith(' RUN  v')) {
        files.settle();
        tests.settle();
        seen.clear();
        return;
      }
      // A round of the watch mode takes the place of the one before.
      if (line.startsWith(' RERUN ')) return beginRound();
      if (line.startsWith(' FAIL  Tests failed. Watching')) return close();
      const start = line.length < 2_000 && /[ FT❯U]/.test(line[0] ?? '') ? failureStart.exec(line) : null;
      if (start) {
        if (open?.hasText !== false) close();
        open ??= { titles: [], hasText: false, text: createFailureText(), line: number };
        if (open.titles.length < 50) open.titles.push((start[2] ?? '').trim());
      } else if (open) {
        open.hasText ||= line.trim() !== '';
        open.text.add(line);
      } else {
        coverage.line(line, number);
        hasNoTests ||= line.startsWith('No test files found');
      }
    },
    finish() {
      close();
      if (tests.isEmpty && files.isEmpty && report.failureCount === 0 && !hasNoTests) return null;
      const total = ['failed', 'passed', 'skipped'].reduce((sum, word) => sum + files.of(word), 0);
      return report.summarize({
        kind: 'vitest',
        counts: [
          ...outcomes.map((word) => [tests.of(word), word] as const),
          [tests.of('expected fail'), 'failed as expected'],
          [otherErrors, otherErrors === 1 ? 'error outside tests' : 'errors outside tests'],
        ],
        runs: tests.runs([
          ...outcomes.map((word) => [word, word] as const),
          ['expected fail', 'failed as expected'],
        ]),
        duration,
        also: hasNoTests
          ? ['no test files found']
          : total > 0
            ? [filesFailed(files.of('failed'), total)]
            : [],
        notes: coverage.facts(),
        isBroken: hasNoTests || coverage.isMissed,
      });
    },
  };
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
