import type { Program } from '../command-line.ts';
import { addVerdicts, type PytestVerdict } from './pytest-verdict.ts';

/** They run the tests again at each change: the last round counts. */
const watchers = new Set(['ptw', 'pytest-watch', 'pytest-watcher']);

/** Which verdicts of one output count, and what they come to: runs add up, what a test printed of another run does not. */
export interface PytestRuns {
  /** Its heading stands there. */
  start(): void;
  /** All tests of the run have been run. */
  complete(): void;
  /** A verdict stands there. */
  end(verdict: PytestVerdict): void;
  /** The run died, and has no verdict. */
  abort(): void;
  sum(): PytestVerdict | null;
}

export function createPytestRuns(programs: readonly Program[]): PytestRuns {
  const isWatch = programs.some(({ name }) => watchers.has(name));
  let settled: PytestVerdict | null = null;
  let last: PytestVerdict | null = null;
  /** Runs begun and not ended: one inside another was printed by a test of that. */
  let open = 0;
  /** With `-q` no heading stands between two runs: all tests of the first were run before its verdict. */
  let isComplete = false;
  let isOver = false;

  const settle = () => {
    if (last !== null && !isWatch) settled = addVerdicts(settled, last);
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
    sum: () => (last === null ? settled : addVerdicts(settled, last)),
  };
}
