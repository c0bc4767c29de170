import type { Program } from '../command-line.ts';
import { mark } from '../marks.ts';
import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
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

function readMocha({ programs }: Evidence): Reader {
  const mocha: MochaState = {
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
  };
  return {
    line(line, number) {
      if (line.charCodeAt(0) !== 32) {
        if (isScriptStart(line)) {
          close(mocha);
          mocha.result.settle();
          mocha.runs += 1;
          mocha.isInFailures = false;
        } else {
          mocha.coverage.line(line, number);
          mocha.open?.text.add(line);
        }
        return;
      }
      const match = line[2] !== ' ' ? verdict.exec(line) : null;
      if (match && (!mocha.open || match[2] === 'passing')) {
        close(mocha);
        if (match[2] === 'passing') {
          if (mocha.isWatch) for (const word of ['failed', 'pending']) mocha.result.set(word, 0);
          else if (mocha.isReportTrue) mocha.result.settle();
          mocha.isReportTrue = mocha.listedSince === Number(match[1]);
          mocha.listedSince = 0;
        }
        mocha.result.set(wordOf(match[2] ?? ''), Number(match[1]));
        mocha.duration = match[3] ?? mocha.duration;
        mocha.isInFailures = match[2] === 'failing';
        mocha.failuresDue = mocha.isInFailures ? Number(match[1]) : 0;
        return;
      }
      if (mocha.isInFailures && isPassedPoint(line)) {
        // Tests are still running, so the report was another run's, or was printed by a test.
        if (mocha.isReportTrue) close(mocha);
        mocha.open = null;
        mocha.isInFailures = false;
        if (mocha.runs < 2 && !mocha.isReportTrue) mocha.report = createTestReport();
      }
      if (!mocha.isInFailures) return readList(mocha, line);
      const start = line[2] !== ' ' ? failureStart.exec(line) : null;
      if (start) {
        close(mocha);
        mocha.failuresDue -= 1;
        mocha.isReportTrue ||= mocha.failuresDue === 0;
        mocha.open = { titles: [], isTitled: false, text: createFailureText(), line: number };
        readTitle(mocha.open, start[2] ?? '');
      } else if (mocha.open && !mocha.open.isTitled) readTitle(mocha.open, line);
      else mocha.open?.text.add(line);
    },
    finish() {
      close(mocha);
      const counts = mocha.result.isEmpty ? mocha.listed : mocha.result;
      // Other programs print such lists too.
      if (
        mocha.result.isEmpty &&
        (!mocha.programs.some(isMocha) || mocha.listed.of('passed') + mocha.listed.of('failed') === 0)
      )
        return null;
      return mocha.report.summarize({
        kind: 'mocha',
        counts: outcomes.map((word) => [counts.of(word), word]),
        runs: counts.runs(outcomes.map((word) => [word, word])),
        duration: mocha.duration,
        notes: mocha.coverage.facts(),
        isBroken: mocha.coverage.isMissed,
        also: mocha.result.isEmpty ? ['stopped before its report'] : [],
      });
    },
  };
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
