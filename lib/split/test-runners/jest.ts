import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
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
  const report = createTestReport();
  const coverage = createCoverageNotes();
  const tests = createCounts();
  const suites = createCounts();
  /** A long run repeats its failures at the end. */
  const seen = new Set<string>();
  let duration: string | null = null;
  let file: string | null = null;
  let open: OpenFailure | null = null;
  let hasNoTests = false;

  const close = () => {
    const key = `${file} ${open?.name}`;
    if (open && !seen.has(key)) {
      report.fail({ ...open.text.finish(file), name: [open.name], line: open.line });
      if (seen.size < maxSeen) seen.add(key);
    }
    open = null;
  };
  return {
    line(line, number) {
      const first = line[0];
      const match = first === 'T' ? totals.exec(line) : null;
      if (match) {
        close();
        if (match[1] === 'Time') duration = /^[\d.]+ ?\w+/.exec(match[2] ?? '')?.[0] ?? null;
        else if (match[1] === 'Tests') setAll(match[2] ?? '', tests.set);
        else setAll(match[2] ?? '', suites.set);
        return;
      }
      if (line.startsWith('Ran all test suites') || isScriptStart(line)) {
        close();
        suites.settle();
        tests.settle();
        return;
      }
      const start = first === 'F' || first === 'P' || first === ' ' ? fileStart.exec(line) : null;
      if (start) {
        close();
        file = start[2] ?? null;
        return;
      }
      const failure = first === ' ' ? failureStart.exec(line) : null;
      if (failure) {
        close();
        const name = (failure[1] ?? '').trim();
        open = name === 'Console' ? null : { name, text: createFailureText(), line: number };
      } else if (open && isRetry.test(line)) open = null;
      else if (open) open.text.add(line);
      else hasNoTests ||= line.startsWith('No tests found');
      // A coverage table may follow a failure.
      coverage.line(line, number);
    },
    finish() {
      close();
      if (tests.isEmpty && suites.isEmpty && report.failureCount === 0 && !hasNoTests) return null;
      const total = ['failed', 'passed', 'skipped'].reduce((sum, word) => sum + suites.of(word), 0);
      return report.summarize({
        kind: 'jest',
        counts: outcomes.map((word) => [tests.of(word), word]),
        runs: tests.runs(outcomes.map((word) => [word, word])),
        duration,
        also: hasNoTests ? ['no tests found'] : total > 0 ? [filesFailed(suites.of('failed'), total)] : [],
        notes: coverage.facts(),
        isBroken: hasNoTests || coverage.isMissed,
      });
    },
  };
}

/** `9 failed, 1 skipped, 1 todo, 43 passed, 54 total`. */
function setAll(message: string, set: (word: string, count: number) => void): void {
  for (const [, count, word] of message.matchAll(/(\d+) (failed|passed|skipped|todo)/g))
    set(word ?? '', Number(count));
}
