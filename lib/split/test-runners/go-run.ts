import { copyString } from '../copy-string.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import type { Summary } from '../summary.ts';
import { createTally, type Tally } from '../tally.ts';
import { filesFailed } from './files-failed.ts';
import { goBuildError, goMeaning } from './go-meaning.ts';
import { noSides, type TestFailure } from './test-failure.ts';
import { createTestReport, type TestReport } from './test-report.ts';

const maxTests = 300;
const maxLines = 40;
/** `BenchmarkRate-8   	   99790	   9770 ns/op` */
const benchmark = /^(Benchmark\S{1,200})\s+\d+\s+([\d.]{1,20}) ns\/op/;

export type GoOutcome = 'PASS' | 'FAIL' | 'SKIP';

/** Follows a run of Go tests, reported either as lines or as events. */
export interface GoRun {
  begin(test: string): void;
  /** Output of a test, or of the tool that runs it. */
  say(text: string, line: number): void;
  /** @param group the test's package, where it is reported with the result */
  end(test: string, outcome: GoOutcome, line: number, group?: string): void;
  /** @param outcome `ok`, `FAIL`, or `?` when the package has no tests */
  endPackage(name: string, outcome: string, remaining: string, line: number): void;
  /** Totals of gotestsum, which may hide the individual tests. */
  total(counts: GoTotal): void;
  finish(): Summary | null;
}

export interface GoTotal {
  tests: number;
  failed: number;
  skipped: number;
  duration: string;
}

interface Failed {
  test: string;
  group: string | null;
  output: string[];
  line: number;
}

export function createGoRun(): GoRun {
  const state = openGoRun();
  return {
    total: (counts) => {
      state.total = counts;
    },
    begin: (test) => begin(state, test),
    say: (text, line) => say(state, text, line),
    end: (test, outcome, line, group) => end(state, test, outcome, line, group),
    endPackage: (name, outcome, remaining, line) => endPackage(state, name, outcome, remaining, line),
    finish() {
      settle(state, '');
      return summaryOf({
        report: state.report,
        counts: state.counts,
        topLevel: state.topLevel,
        packages: state.packages,
        empty: state.empty,
        ends: state.ends,
        benchmarks: state.benchmarks,
        slowest: state.slowest,
        total: state.total,
      });
    },
  };
}

const openGoRun = () => ({
  report: createTestReport(),
  /** Output by test, for the tests that are not over. */
  outputBy: new Map<string, string[]>(),
  /** Failed tests of the current package. Without `-v`, a test's output follows its result. */
  failed: [] as Failed[],
  current: null as string | null,
  hasStarts: false,
  /**
   * Compiler errors by package, printed before all packages: `# example.test/parcel/rates`, then the errors.
   */
  buildErrors: new Map<string, Pick<TestFailure, 'test' | 'message' | 'line'>>(),
  building: null as string | null,
  counts: { PASS: 0, FAIL: 0, SKIP: 0 },
  topLevel: { PASS: 0, FAIL: 0, SKIP: 0 },
  packages: { ok: 0, FAIL: 0, '?': 0 },
  /** Packages that are `ok` because no test was to be run. */
  empty: 0,
  ends: createTally(2_000),
  benchmarks: 0,
  slowest: { name: '', time: '', ns: -1 },
  total: null as GoTotal | null,
});
type GoRunState = ReturnType<typeof openGoRun>;

function readBuild(state: GoRunState, text: string, line: number) {
  if (text.startsWith('# ')) state.building = text.slice(2).split(' ')[0] ?? null;
  else if (
    state.building !== null &&
    !state.buildErrors.has(state.building) &&
    state.buildErrors.size < maxTests
  ) {
    const error = goBuildError(text);
    if (error) state.buildErrors.set(state.building, { ...error, line });
  }
}

function settle(state: GoRunState, name: string) {
  const parents = new Set(state.failed.flatMap(({ test }) => parentsOf(test)));
  for (const { test, group, output, line } of state.failed) {
    const meaning = goMeaning(output);
    // When a test failed because of its subtests, only the subtests are reported.
    if (!parents.has(test) || meaning.message.length > 0)
      state.report.fail({ ...meaning, name: [test], group: group ?? name, line });
  }
  state.failed = [];
  state.current = null;
}

function readBenchmark(state: GoRunState, text: string) {
  const [, name = '', ns] = benchmark.exec(text) ?? [];
  if (ns === undefined) return;
  state.benchmarks += 1;
  if (Number(ns) > state.slowest.ns)
    state.slowest = { name: copyString(name), time: `${ns} ns/op`, ns: Number(ns) };
}

/** Reports the test that a panic ended, which has no result line of its own. */
function failPanicked(state: GoRunState, line: number) {
  const messages = state.current === null ? [] : (state.outputBy.get(state.current) ?? []);
  const from = messages.findIndex((text) => text.startsWith('panic: '));
  if (state.current === null || from === -1) return;
  state.counts.FAIL += 1;
  if (!state.current.includes('/')) state.topLevel.FAIL += 1;
  state.failed.push({ test: state.current, group: null, output: messages.slice(from), line });
  state.outputBy.delete(state.current);
}

function begin(state: GoRunState, test: string) {
  state.hasStarts = true;
  state.current = test;
  if (!state.outputBy.has(test) && state.outputBy.size < maxTests) state.outputBy.set(test, []);
}

function say(state: GoRunState, text: string, line: number) {
  if (text.startsWith('Benchmark')) readBenchmark(state, text);
  const into = state.current === null ? state.failed.at(-1)?.output : state.outputBy.get(state.current);
  if (!into) return readBuild(state, text, line);
  const isItsOwn = state.current !== null || !state.hasStarts || /^(?:panic: |\s|goroutine )/.test(text);
  if (isItsOwn && into.length < maxLines && text.trim() !== '') into.push(text);
}

function end(state: GoRunState, test: string, outcome: GoOutcome, line: number, group?: string) {
  state.counts[outcome] += 1;
  if (!test.includes('/')) state.topLevel[outcome] += 1;
  const messages = state.outputBy.get(test) ?? [];
  state.outputBy.delete(test);
  state.current = null;
  if (outcome === 'FAIL' && state.failed.length < maxTests)
    state.failed.push({ test, group: group ?? null, output: messages, line });
}

function endPackage(state: GoRunState, name: string, outcome: string, remaining: string, line: number) {
  if (outcome === 'FAIL') failPanicked(state, line);
  if (outcome !== '?') state.ends.add(name);
  if (outcome === 'ok' && remaining.endsWith('[no tests to run]')) state.empty += 1;
  if (outcome === 'ok' || outcome === 'FAIL' || outcome === '?') state.packages[outcome] += 1;
  settle(state, name);
  if (outcome !== 'FAIL' || !remaining.startsWith('[')) return;
  const error = state.buildErrors.get(name) ?? { test: null, message: [], line };
  state.report.fail({ ...error, name: [name, remaining], raised: null, sides: noSides, group: name });
}

interface GoFigures {
  report: TestReport;
  /** Tests by outcome, with subtests and without. */
  counts: Record<GoOutcome, number>;
  topLevel: Record<GoOutcome, number>;
  packages: { ok: number; FAIL: number; '?': number };
  /** Packages that are `ok` because no test was to be run. */
  empty: number;
  ends: Tally;
  benchmarks: number;
  slowest: { name: string; time: string };
  total: GoTotal | null;
}

function summaryOf({
  report,
  counts,
  topLevel,
  packages,
  empty,
  ends,
  benchmarks,
  slowest,
  total,
}: GoFigures): Summary | null {
  const ran = counts.PASS + counts.FAIL + counts.SKIP;
  const packageCount = packages.ok + packages.FAIL;
  if (ran + packageCount + packages['?'] === 0 && total === null) return null;
  // A part of a run may contain only subtests.
  const hasTopLevel = topLevel.PASS + topLevel.FAIL + topLevel.SKIP > 0;
  const all = (outcome: GoOutcome, word: string): [number, string] =>
    counts[outcome] === topLevel[outcome] || !hasTopLevel
      ? [counts[outcome], word]
      : [topLevel[outcome], `${word} (${figure(counts[outcome])} with subtests)`];
  return report.summarize({
    kind: 'go test',
    counts:
      total === null
        ? [all('FAIL', 'failed'), all('PASS', 'passed'), all('SKIP', 'skipped')]
        : [
            [total.failed, 'failed'],
            [total.tests - total.failed - total.skipped, 'passed'],
            [total.skipped, 'skipped'],
          ],
    duration: total?.duration ?? null,
    also: [
      ...(packages.FAIL > 0 ? [filesFailed(packages.FAIL, packageCount, 'package')] : []),
      ...(packages.FAIL === 0 && packages.ok > 0 ? [`${plural(packages.ok, 'package')} ok`] : []),
      ...(empty > 0 ? [`${empty === packageCount ? '' : `${figure(empty)} with `}no tests to run`] : []),
      ...(packages['?'] > 0 ? [`${packages['?']} without tests`] : []),
      ...runAgain(ends),
      ...(benchmarks > 0
        ? [`${plural(benchmarks, 'benchmark')} (slowest: ${slowest.name}, ${slowest.time})`]
        : []),
    ],
    groups: 'package',
  });
}

/** The counts include every run of a package. */
function runAgain({ total, distinct }: Tally): string[] {
  if (distinct === null || total === distinct) return [];
  return [`the sum of ${figure(total)} runs of ${plural(distinct, 'package')}`];
}

/** `TestA/b/c` -> `TestA`, `TestA/b`. */
const parentsOf = (test: string): string[] =>
  [...test.matchAll(/\//g)].slice(0, 10).map(({ index }) => test.slice(0, index));
