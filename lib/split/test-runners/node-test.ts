import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally } from '../tally.ts';
import { countIndent } from './count-indent.ts';
import { createCounts } from './counts.ts';
import { createCoverageNotes } from './coverage-notes.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createTestReport } from './test-report.ts';

const total = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;
const failed = /^\s*✖ (.+?)(?: \([\d.]+ms\))?(?: # .*)?$/;
const isExpected = / # (?:TODO|SKIP)\b[^)]*$/;
const locationStart = 'test at ';

const marks = [mark(/^ℹ pass \d+$/m, 'ℹ pass '), mark(/^ *[✔✖] [^\n]+ \(\d+\.\d+ms\)\n/m, 'ms)\n')];

/** Lines that accompany a verdict which any program might print. */
const frame = /^ℹ tests \d|(?:^ *[✔✖▶] [^\n]+ \(\d+\.\d+ms\)[^\n]*\n(?:[^\n]*\n)*?){2}/m;

/** The spec reporter of Node's built-in test runner. Its TAP output is read by the TAP summarizer. */
export const nodeTest: Summarizer = {
  kind: 'node:test',
  covers: 'part',
  recognise: recogniseTests(
    ({ name, args }) => /^(?:node|tsx)$/.test(name) && args.includes('--test'),
    marks,
    frame,
  ),
  read: readNodeTest,
};

const isPoint = (line: string): boolean => {
  const offset = countIndent(line);
  return line.charCodeAt(offset) > 0x2000 && '✔✖▶﹣'.includes(line[offset] ?? ' ');
};

interface OpenFailure {
  name: string;
  file: string | null;
  text: FailureText;
  hasText: boolean;
  isRetold: boolean;
  line: number;
}

const maxParents = 20;
const others = ['cancelled', 'skipped', 'todo'] as const;

/** What was read of the runs so far. */
interface NodeTestState {
  readonly counts: ReturnType<typeof createCounts>;
  readonly coverage: ReturnType<typeof createCoverageNotes>;
  readonly listed: ReturnType<typeof createCounts>;
  /** Failures as they happened, and as the list at the end repeats them. */
  readonly asTheyCame: ReturnType<typeof createTestReport>;
  readonly retold: ReturnType<typeof createTestReport>;
  /** `▶ rates`, above the tests inside. */
  readonly headings: ReturnType<typeof createTally>;
  readonly parents: ReturnType<typeof createTally>;
  durationMs: number;
  file: string | null;
  isInList: boolean;
  /** Inside the output of the `dot` reporter, which prints no totals. */
  isInDotList: boolean;
  open: OpenFailure | null;
}

function readNodeTest(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = (): NodeTestState => ({
  counts: createCounts(),
  coverage: createCoverageNotes(),
  listed: createCounts(),
  asTheyCame: createTestReport(),
  retold: createTestReport(),
  headings: createTally(),
  parents: createTally(maxParents),
  durationMs: 0,
  file: null,
  isInList: false,
  isInDotList: false,
  open: null,
});

function readLine(reading: NodeTestState, line: string, number: number) {
  const match = line.charCodeAt(0) === 0x2139 ? total.exec(line) : null;
  if (match) {
    close(reading);
    readTotal(reading, match[1] ?? '', Number(match[2]));
  } else if (line === '✖ failing tests:' || line === 'Failed tests:') {
    close(reading);
    reading.isInList = true;
    reading.isInDotList = line === 'Failed tests:';
    if (reading.isInDotList) reading.counts.settle();
  } else if (line.startsWith(locationStart)) {
    close(reading);
    reading.file = line.slice(locationStart.length).replace(/(?::\d+){1,2}$/, '');
  } else if (line.charCodeAt(0) === 0x2139) reading.coverage.line(line, number);
  else if (isPoint(line)) readPoint(reading, line, number);
  else if (reading.open) {
    reading.open.hasText ||= line.trim() !== '';
    reading.open.text.add(line);
  }
}

function finishReading(reading: NodeTestState): Summary | null {
  close(reading);
  const isReported = !reading.counts.isEmpty;
  if (!isReported && reading.listed.isEmpty) return null;
  const report = reading.retold.failureCount > 0 ? reading.retold : reading.asTheyCame;
  const [failedCount, passedCount] = isReported
    ? [reading.counts.of('fail'), reading.counts.of('pass')]
    : [report.failureCount || reading.listed.of('failed'), reading.listed.of('passed')];
  return report.summarize({
    kind: 'node:test',
    counts: [
      [failedCount, 'failed'],
      [passedCount, 'passed'],
      ...others.map((word) => [reading.counts.of(word), word] as const),
    ],
    runs: reading.counts.runs([
      ['fail', 'failed'],
      ['pass', 'passed'],
      ...others.map((word) => [word, word] as const),
    ]),
    duration: reading.durationMs === 0 ? null : `${(reading.durationMs / 1_000).toFixed(1)} s`,
    parents: reading.parents.top(maxParents).map(({ name }) => name),
    notes: reading.coverage.facts(),
    isBroken: reading.coverage.isMissed,
    also: isReported || reading.isInList ? [] : ['stopped before its report'],
  });
}

function close(run: NodeTestState): void {
  if (run.open?.hasText) {
    const { text, name, line, isRetold } = run.open;
    const meaning = text.finish(run.open.file);
    // A suite fails when its tests do; those are reported themselves.
    if (/^'\d+ subtests? failed'$/.test(meaning.message[0] ?? '')) run.parents.add(name);
    else {
      (isRetold ? run.retold : run.asTheyCame).fail({ ...meaning, name: [name], line });
      if (run.isInDotList) run.counts.add('fail', 1);
    }
  } else if (run.open && run.headings.get(run.open.name) > 0) run.parents.add(run.open.name);
  run.open = null;
}

function readTotal(run: NodeTestState, what: string, figure: number): void {
  if (what === 'tests') {
    run.counts.settle();
    run.isInList = run.isInDotList = false;
  }
  if (what === 'duration_ms') run.durationMs += figure;
  else run.counts.set(what, figure);
}

function readPoint(run: NodeTestState, line: string, number: number): void {
  close(run);
  const text = line.trimStart();
  if (text[0] !== '✖') run.isInDotList = false;
  if (text[0] === '✔') run.listed.add('passed', 1);
  else if (text[0] === '▶') run.headings.add(text.slice(2));
  // What is to be done yet may fail.
  const name = text[0] === '✖' && !isExpected.test(text) ? failed.exec(line)?.[1] : undefined;
  if (name === undefined) return;
  run.listed.add('failed', 1);
  run.open = {
    name,
    file: run.file,
    text: createFailureText(),
    hasText: false,
    isRetold: run.isInList,
    line: number,
  };
  run.file = null;
}
