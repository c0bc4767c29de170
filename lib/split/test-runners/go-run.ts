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
  const report = createTestReport();
  /** Output by test, for the tests that are not over. */
  const outputBy = new Map<string, string[]>();
  /** Failed tests of the current package. Without `-v`, a test's output follows its result. */
  let failed: Failed[] = [];
  let current: string | null = null;
  let hasStarts = false;
  /**
   * Compiler errors by package, printed before all packages: `# example.test/parcel/rates`, then the errors.
   */
  const buildErrors = new Map<string, Pick<TestFailure, 'test' | 'message' | 'line'>>();
  let building: string | null = null;
  const counts = { PASS: 0, FAIL: 0, SKIP: 0 };
  const topLevel = { PASS: 0, FAIL: 0, SKIP: 0 };
  const packages = { ok: 0, FAIL: 0, '?': 0 };
  /** Packages that are `ok` because no test was to be run. */
  let empty = 0;
  const ends = createTally(2_000);

  const readBuild = (text: string, line: number) => {
    if (text.startsWith('# ')) building = text.slice(2).split(' ')[0] ?? null;
    else if (building !== null && !buildErrors.has(building) && buildErrors.size < maxTests) {
      const error = goBuildError(text);
      if (error) buildErrors.set(building, { ...error, line });
    }
  };
  const settle = (name: string) => {
    const parents = new Set(failed.flatMap(({ test }) => parentsOf(test)));
    for (const { test, group, output, line } of failed) {
      const meaning = goMeaning(output);
      // When a test failed because of its subtests, only the subtests are reported.
      if (!parents.has(test) || meaning.message.length > 0)
        report.fail({ ...meaning, name: [test], group: group ?? name, line });
    }
    failed = [];
    current = null;
  };
  let benchmarks = 0;
  let slowest = { name: '', time: '', ns: -1 };
  const readBenchmark = (text: string) => {
    const [, name = '', ns] = benchmark.exec(text) ?? [];
    if (ns === undefined) return;
    benchmarks += 1;
    if (Number(ns) > slowest.ns) slowest = { name: copyString(name), time: `${ns} ns/op`, ns: Number(ns) };
  };
  /** Reports the test that a panic ended, which has no result line of its own. */
  const failPanicked = (line: number) => {
    const messages = current === null ? [] : (outputBy.get(current) ?? []);
    const from = messages.findIndex((text) => text.startsWith('panic: '));
    if (current === null || from === -1) return;
    counts.FAIL += 1;
    if (!current.includes('/')) topLevel.FAIL += 1;
    failed.push({ test: current, group: null, output: messages.slice(from), line });
    outputBy.delete(current);
  };
  let total: GoTotal | null = null;
  return {
    total: (counts) => {
      total = counts;
    },
    begin(test) {
      hasStarts = true;
      current = test;
      if (!outputBy.has(test) && outputBy.size < maxTests) outputBy.set(test, []);
    },
    say(text, line) {
      if (text.startsWith('Benchmark')) readBenchmark(text);
      const into = current === null ? failed.at(-1)?.output : outputBy.get(current);
      if (!into) return readBuild(text, line);
      const isItsOwn = current !== null || !hasStarts || /^(?:panic: |\s|goroutine )/.test(text);
      if (isItsOwn && into.length < maxLines && text.trim() !== '') into.push(text);
    },
    end(test, outcome, line, group) {
      counts[outcome] += 1;
      if (!test.includes('/')) topLevel[outcome] += 1;
      const messages = outputBy.get(test) ?? [];
      outputBy.delete(test);
      current = null;
      if (outcome === 'FAIL' && failed.length < maxTests)
        failed.push({ test, group: group ?? null, output: messages, line });
    },
    endPackage(name, outcome, remaining, line) {
      if (outcome === 'FAIL') failPanicked(line);
      if (outcome !== '?') ends.add(name);
      if (outcome === 'ok' && remaining.endsWith('[no tests to run]')) empty += 1;
      if (outcome === 'ok' || outcome === 'FAIL' || outcome === '?') packages[outcome] += 1;
      settle(name);
      if (outcome !== 'FAIL' || !remaining.startsWith('[')) return;
      const error = buildErrors.get(name) ?? { test: null, message: [], line };
      report.fail({ ...error, name: [name, remaining], raised: null, sides: noSides, group: name });
    },
    finish() {
      settle('');
      return summaryOf({ report, counts, topLevel, packages, empty, ends, benchmarks, slowest, total });
    },
  };
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
