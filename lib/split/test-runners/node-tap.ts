import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { type Counts, createCounts } from './counts.ts';
import { createCoverageNotes } from './coverage-notes.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { filesFailed } from './files-failed.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { isSameFile, type SourceLocation } from './source-location.ts';
import { createTestReport } from './test-report.ts';

/** `Asserts:  9 pass  4 fail  1 skip  13 of 14 complete`; before 18 `Asserts:  4 failed, 9 passed, of 13`. */
const totals = /^(Asserts|Suites|Time): +(.*)$/;
const fileStart = /^ ?(FAIL|PASS|SKIP|TODO) +(\S+)(?: (.*))?$/;
const failureStart = /^ ?✖ (\S.*)$/;
/** Version 18 and later may append the location to the name. */
const locationEnd = / (\S+\.[cm]?[jt]sx?):(\d+):\d+$/;
const frame = /^\s+(?:[\w.$<> ]+ \()?(?:file:\/\/)?([^\s():]+\.[cm]?[jt]sx?):(\d+):\d+\)?$/;
/** The zero-width space that is printed between colour codes. */
const hidden = /\u200b/g;
const words = ['fail', 'pass', 'skip', 'todo'] as const;
/** Progress of the run: assertions met, files completed. */
const doneOf = { Asserts: /\bof (\d+)/, Suites: /(\d+) of \d+/ };
const maxTitles = 5_000;

const marks = [
  mark((text) => /^Asserts: .*\bof \u200b?\d+/m.test(text) && /^Suites: /m.test(text), 'Asserts: '),
];

/** node-tap's human-readable reporters, which print the totals again and again while the run goes on. */
export const nodeTap: Summarizer = {
  kind: 'tap',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('tap'), marks),
  read: readNodeTap,
};

interface OpenFailure {
  name: string;
  file: string | null;
  text: FailureText;
  /** The innermost location in the test's file, since tests nest. */
  location: SourceLocation | null;
  /** A code excerpt is being shown; its lines may be wrapped to the terminal's width. */
  isInCode: boolean;
  line: number;
}

/** What was read of the runs so far. */
interface NodeTapState {
  readonly report: ReturnType<typeof createTestReport>;
  readonly coverage: ReturnType<typeof createCoverageNotes>;
  readonly counts: { Asserts: Counts; Suites: Counts };
  /** The last progress seen; within one run it never decreases. */
  done: { Asserts: number; Suites: number };
  /** Of the last run, as its totals are printed again and again while it goes on. */
  duration: string | null;
  isOneRun: boolean;
  /** Each failure is printed when it happens and again at the end, below its file and status. */
  readonly seen: Set<string>;
  file: string | null;
  isRetold: boolean;
  open: OpenFailure | null;
}

function readNodeTap(): Reader {
  const reading = initialReading();
  return {
    line: (text, number) => readLine(reading, text, number),
    finish: () => finishReading(reading),
  };
}

const initialReading = (): NodeTapState => ({
  report: createTestReport(),
  coverage: createCoverageNotes(),
  counts: { Asserts: createCounts(), Suites: createCounts() },
  done: { Asserts: 0, Suites: 0 },
  duration: null,
  isOneRun: true,
  seen: new Set<string>(),
  file: null,
  isRetold: false,
  open: null,
});

function readLine(reading: NodeTapState, text: string, number: number) {
  const line = text.includes('\u200b') ? text.replaceAll(hidden, '') : text;
  const match = line[0] === 'A' || line[0] === 'S' || line[0] === 'T' ? totals.exec(line) : null;
  if (match) {
    close(reading);
    if (match[1] === 'Asserts' || match[1] === 'Suites') readTotals(reading, match[1], match[2] ?? '');
    else reading.duration = /^[\d.]+m?s/.exec(match[2] ?? '')?.[0] ?? reading.duration;
    return;
  }
  const start = fileStart.exec(line);
  if (start) {
    close(reading);
    reading.file = start[2] ?? null;
    reading.isRetold = start[3] !== undefined;
    return;
  }
  const failure = failureStart.exec(line);
  if (failure) {
    close(reading);
    const at = locationEnd.exec(failure[1] ?? '');
    const name = at ? (failure[1] ?? '').slice(0, at.index) : (failure[1] ?? '');
    reading.open = {
      name,
      file: reading.file,
      text: createFailureText(),
      location: at ? { path: at[1] ?? '', line: at[2] ?? null } : null,
      isInCode: false,
      line: number,
    };
    if (at) reading.open.text.add(`at ${at[1]}:${at[2]}`);
    return;
  }
  if (reading.open) readText(reading.open, line);
  reading.coverage.line(line, number);
}

function finishReading(reading: NodeTapState): Summary | null {
  close(reading);
  const { Asserts: asserts, Suites: suites } = reading.counts;
  if (asserts.isEmpty && suites.isEmpty) return null;
  const [failedSuites, passedSuites, skippedSuites] = [
    suites.of('fail'),
    suites.of('pass'),
    suites.of('skip'),
  ];
  return reading.report.summarize({
    kind: 'tap',
    counts: [
      [asserts.of('fail'), 'failed'],
      [asserts.of('pass'), 'passed'],
      [asserts.of('skip'), 'skipped'],
      [asserts.of('todo'), 'todo'],
    ],
    duration: reading.isOneRun ? reading.duration : null,
    also: [filesFailed(failedSuites, failedSuites + passedSuites + skippedSuites)],
    notes: reading.coverage.facts(),
    isBroken: reading.coverage.isMissed,
  });
}

function close(run: NodeTapState): void {
  if (run.open) {
    const { name, location, text, line } = run.open;
    const key = `${run.open.file} ${name}`;
    const meaning = text.finish(run.open.file);
    if (!run.isRetold || !run.seen.has(key))
      run.report.fail({ ...meaning, test: location ?? meaning.test, name: [name], line });
    if (run.seen.size < maxTitles) run.seen.add(key);
  }
  run.open = null;
}

function readTotals(run: NodeTapState, of: 'Asserts' | 'Suites', message: string): void {
  const doneNow = Number(doneOf[of].exec(message)?.[1] ?? 0);
  if (doneNow < run.done[of]) {
    run.counts.Asserts.settle();
    run.counts.Suites.settle();
    run.isOneRun = false;
    run.done = { Asserts: 0, Suites: 0 };
  }
  run.done[of] = doneNow;
  for (const word of words)
    run.counts[of].set(word, Number(new RegExp(`(\\d+) ${word}`).exec(message)?.[1] ?? 0));
}

/** A location is on a line of its own, with at most the function's name beside it. */
function readText(failure: OpenFailure, line: string): void {
  if (/^\s+[^\s:]+\.[cm]?[jt]sx?$/.test(line)) {
    failure.isInCode = true;
    return;
  }
  const match = frame.exec(line);
  const location = /^\s+at: line=(\d+) column=\d+ file=(\S+)$/.exec(line);
  const isField = /^\s*(?:[\w-]+:(?: |$)|@@ |--- |\+\+\+ )/.test(line);
  if (match || location || isField || line.trim() === '') failure.isInCode = false;
  if (match) addLocation(failure, match[1], match[2]);
  else if (location) addLocation(failure, location[2], location[1]);
  else if (!failure.isInCode && (!isField || line.includes('expected') || line.includes('actual')))
    failure.text.add(line);
}

function addLocation(failure: OpenFailure, path = '', line = ''): void {
  failure.text.add(`at ${path}:${line}`);
  if (failure.file !== null && isSameFile(path, failure.file)) failure.location ??= { path, line };
}
