import type { Program } from '../command-line.ts';
import { mark } from '../marks.ts';
import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { countIndent } from './count-indent.ts';
import { createCounts } from './counts.ts';
import { createCoverageNotes } from './coverage-notes.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { recogniseTests } from './recognise-tests.ts';
import { isScriptStart } from './run-start.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^ {2}(\d+) (passing|pending|failing)(?: \((.+)\))?$/;
const failureStart = /^ {2}(\d+)\) (.*)$/;
/** The output of mocha's `dot` reporter. */
const dots = /^ {2}[.․,!]+$/;
const titleLines = 12;

const isMocha = ({ name, args }: Program): boolean =>
  name === 'mocha' || name === '_mocha' || (/^(?:nyc|c8)$/.test(name) && args.includes('mocha'));

/**
 * The verdict; the failure titles, since many failures push the verdict out of sight; and the list at the
 * start of a long output.
 */
const marks = [
  mark(/^ {2}\d+ passing \(\d+\w+\)$/m, ' passing ('),
  mark((text) => text.includes('\n      at ') && /^ {2}\d+\) [^\n]+\n {7}\S/m.test(text), '\n      at '),
  mark((text) => /^ {4}[✔✓√] /m.test(text) && !/^(?:PASS|FAIL) /m.test(text), '    ✔ ', '    ✓ ', '    √ '),
];

/** Lines that accompany a verdict which any program might print. */
const frame = /^ {4,}[✔✓√] |^ {2}[.․,!]+$|^ {2}\d+ (?:failing|pending)$/m;

/** Mocha's closing report, which all its human-readable reporters share; without one, the listed tests. */
export const mocha: Summarizer = {
  kind: 'mocha',
  covers: 'part',
  recognise: recogniseTests(isMocha, marks, frame),
  read: readMocha,
};

const outcomes = ['failed', 'passed', 'pending'] as const;

interface OpenFailure {
  titles: string[];
  isTitled: boolean;
  text: FailureText;
  line: number;
}

/** What was read of the runs so far. */
interface MochaState {
  readonly programs: Evidence['programs'];
  report: ReturnType<typeof createTestReport>;
  readonly coverage: ReturnType<typeof createCoverageNotes>;
  readonly result: ReturnType<typeof createCounts>;
  readonly listed: ReturnType<typeof createCounts>;
  duration: string | null;
  isInFailures: boolean;
  /** Scripts started so far: output before a new script belongs to another run. */
  runs: number;
  /** Tests listed as passed since the last report. */
  listedSince: number;
  /**
   * The last report's counts match the tests listed before it; otherwise a test may have printed that report.
   */
  isReportTrue: boolean;
  failuresDue: number;
  readonly isWatch: boolean;
  open: OpenFailure | null;
}

function readMocha({ programs }: Pick<Evidence, 'programs'>): Reader {
  const reading = initialReading({ programs });
  return {
    line: (line, number) => readLine(reading, line, number),
    finish: () => finishReading(reading),
  };
}

const initialReading = ({ programs }: Pick<Evidence, 'programs'>): MochaState => ({
  programs,
  report: createTestReport(),
  coverage: createCoverageNotes(),
  result: createCounts(),
  listed: createCounts(),
  duration: null,
  isInFailures: false,
  runs: 0,
  listedSince: 0,
  isReportTrue: false,
  failuresDue: 0,
  isWatch: programs.some(({ args }) => args.includes('--watch') || args.includes('-w')),
  open: null,
});

function readLine(reading: MochaState, line: string, number: number) {
  if (line.charCodeAt(0) !== 32) {
    if (isScriptStart(line)) {
      close(reading);
      reading.result.settle();
      reading.runs += 1;
      reading.isInFailures = false;
    } else {
      reading.coverage.line(line, number);
      reading.open?.text.add(line);
    }
    return;
  }
  const match = line[2] !== ' ' ? verdict.exec(line) : null;
  if (match && (!reading.open || match[2] === 'passing')) {
    close(reading);
    if (match[2] === 'passing') {
      if (reading.isWatch) for (const word of ['failed', 'pending']) reading.result.set(word, 0);
      else if (reading.isReportTrue) reading.result.settle();
      reading.isReportTrue = reading.listedSince === Number(match[1]);
      reading.listedSince = 0;
    }
    reading.result.set(wordOf(match[2] ?? ''), Number(match[1]));
    reading.duration = match[3] ?? reading.duration;
    reading.isInFailures = match[2] === 'failing';
    reading.failuresDue = reading.isInFailures ? Number(match[1]) : 0;
    return;
  }
  if (reading.isInFailures && isPassedPoint(line)) {
    // Tests are still running, so the report was another run's, or was printed by a test.
    if (reading.isReportTrue) close(reading);
    reading.open = null;
    reading.isInFailures = false;
    if (reading.runs < 2 && !reading.isReportTrue) reading.report = createTestReport();
  }
  if (!reading.isInFailures) return readList(reading, line);
  const start = line[2] !== ' ' ? failureStart.exec(line) : null;
  if (start) {
    close(reading);
    reading.failuresDue -= 1;
    reading.isReportTrue ||= reading.failuresDue === 0;
    reading.open = { titles: [], isTitled: false, text: createFailureText(), line: number };
    readTitle(reading.open, start[2] ?? '');
  } else if (reading.open && !reading.open.isTitled) readTitle(reading.open, line);
  else reading.open?.text.add(line);
}

function finishReading(reading: MochaState): Summary | null {
  close(reading);
  const counts = reading.result.isEmpty ? reading.listed : reading.result;
  // Other programs print such lists too.
  if (
    reading.result.isEmpty &&
    (!reading.programs.some(isMocha) || reading.listed.of('passed') + reading.listed.of('failed') === 0)
  )
    return null;
  return reading.report.summarize({
    kind: 'mocha',
    counts: outcomes.map((word) => [counts.of(word), word]),
    runs: counts.runs(outcomes.map((word) => [word, word])),
    duration: reading.duration,
    notes: reading.coverage.facts(),
    isBroken: reading.coverage.isMissed,
    also: reading.result.isEmpty ? ['stopped before its report'] : [],
  });
}

function close(mocha: MochaState): void {
  if (mocha.open) mocha.report.fail(failureOf(mocha.open));
  mocha.open = null;
}

function readList(mocha: MochaState, line: string): void {
  const offset = countIndent(line);
  if (dots.test(line)) mocha.listedSince += line.split(/[.․]/).length - 1;
  else if (isTick(line.charCodeAt(offset))) {
    mocha.listed.add('passed', 1);
    mocha.listedSince += 1;
  } else if (line.startsWith('- ', offset)) mocha.listed.add('pending', 1);
  else if (line.includes(') ') && /^ *\d+\) /.test(line)) mocha.listed.add('failed', 1);
}

/** `✔`, `✓`, `√`. */
const isTick = (code: number): boolean => code === 0x2714 || code === 0x2713 || code === 0x221a;

function isPassedPoint(line: string): boolean {
  const offset = countIndent(line);
  return offset >= 4 && isTick(line.charCodeAt(offset)) && line[offset + 1] === ' ';
}

const wordOf = (word: string): string =>
  word === 'passing' ? 'passed' : word === 'failing' ? 'failed' : 'pending';

/** Each level of the title is on its own line; the last line ends with a colon. */
function readTitle(open: OpenFailure, line: string): void {
  const text = line.trim();
  open.titles.push(text.endsWith(':') ? text.slice(0, -1) : text);
  open.isTitled = text.endsWith(':') || open.titles.length >= titleLines;
}

function failureOf({ titles, text, line }: OpenFailure) {
  return { ...text.finish(null), name: titles, line };
}
