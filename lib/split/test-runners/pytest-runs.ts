import type { Program } from '../command-line.ts';
import { addVerdicts, type PytestVerdict } from './pytest-verdict.ts';

/** These rerun the tests at every change, so the last run counts. */
const watchers = new Set(['ptw', 'pytest-watch', 'pytest-watcher']);

/**
 * Decides which verdicts in one output count, and sums them: runs add up, but a run printed by a test does
 * not count.
 */
export interface PytestRuns {
  /** A run's heading was read. */
  start(): void;
  /** Every test of the run has run. */
  complete(): void;
  /** A verdict line was read. */
  end(verdict: PytestVerdict): void;
  /** The run crashed without a verdict. */
  abort(): void;
  sum(): PytestVerdict | null;
  /** The counts of each run, if there were several. */
  runs(): PytestVerdict['counts'][];
}

/** With more runs than these, their number is not stated. */
const maxRuns = 1_000;

export function createPytestRuns(programs: readonly Program[]): PytestRuns {
  const isWatch = programs.some(({ name }) => watchers.has(name));
  let settled: PytestVerdict | null = null;
  let last: PytestVerdict | null = null;
  /** Runs started and not finished; a run inside another one was printed by a test. */
  let open = 0;
  /**
   * With `-q` there is no heading between two runs, but all tests of the first have run before its verdict.
   */
  let isComplete = false;
  let isOver = false;

  const ended: PytestVerdict['counts'][] = [];
  const settle = () => {
    if (last !== null && !isWatch) {
      settled = addVerdicts(settled, last);
      if (ended.length <= maxRuns) ended.push(last.counts);
    }
    if (!isWatch) last = null;
    isOver = false;
  };
  return {
    start() {
      if (open === 0) settle();
      open += 1;
      isComplete = false;
    },
    complete() {
      if (isOver && open === 0) settle();
      isComplete = true;
    },
    end(verdict) {
      last = verdict;
      isOver = isComplete;
      open = Math.max(0, open - 1);
    },
    abort() {
      open = 0;
    },
    runs: () => (settled === null || last === null || ended.length > maxRuns ? [] : [...ended, last.counts]),
    sum: () => (last === null ? settled : addVerdicts(settled, last)),
  };
}
