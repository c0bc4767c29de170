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

function readMocha({ programs }: Evidence): Reader {
  let report = createTestReport();
  const coverage = createCoverageNotes();
  const result = createCounts();
  const listed = createCounts();
  let duration: string | null = null;
  let isInFailures = false;
  /** Scripts started so far: output before a new script belongs to another run. */
  let runs = 0;
  /** Tests listed as passed since the last report. */
  let listedSince = 0;
  /**
   * The last report's counts match the tests listed before it; otherwise a test may have printed that report.
   */
  let isReportTrue = false;
  let failuresDue = 0;
  const isWatch = programs.some(({ args }) => args.includes('--watch') || args.includes('-w'));
  let open: OpenFailure | null = null;

  const close = () => {
    if (open) report.fail(failureOf(open));
    open = null;
  };
  const readList = (line: string) => {
    const offset = countIndent(line);
    if (dots.test(line)) listedSince += line.split(/[.․]/).length - 1;
    else if (isTick(line.charCodeAt(offset))) {
      listed.add('passed', 1);
      listedSince += 1;
    } else if (line.startsWith('- ', offset)) listed.add('pending', 1);
    else if (line.includes(') ') && /^ *\d+\) /.test(line)) listed.add('failed', 1);
  };
  return {
    line(line, number) {
      if (line.charCodeAt(0) !== 32) {
        if (isScriptStart(line)) {
          close();
          result.settle();
          runs += 1;
          isInFailures = false;
        } else {
          coverage.line(line, number);
          open?.text.add(line);
        }
        return;
      }
      const match = line[2] !== ' ' ? verdict.exec(line) : null;
      if (match && (!open || match[2] === 'passing')) {
        close();
        if (match[2] === 'passing') {
          if (isWatch) for (const word of ['failed', 'pending']) result.set(word, 0);
          else if (isReportTrue) result.settle();
          isReportTrue = listedSince === Number(match[1]);
          listedSince = 0;
        }
        result.set(wordOf(match[2] ?? ''), Number(match[1]));
        duration = match[3] ?? duration;
        isInFailures = match[2] === 'failing';
        failuresDue = isInFailures ? Number(match[1]) : 0;
        return;
      }
      if (isInFailures && isPassedPoint(line)) {
        // Tests are still running, so the report was another run's, or was printed by a test.
        if (isReportTrue) close();
        open = null;
        isInFailures = false;
        if (runs < 2 && !isReportTrue) report = createTestReport();
      }
      if (!isInFailures) return readList(line);
      const start = line[2] !== ' ' ? failureStart.exec(line) : null;
      if (start) {
        close();
        failuresDue -= 1;
        isReportTrue ||= failuresDue === 0;
        open = { titles: [], isTitled: false, text: createFailureText(), line: number };
        readTitle(open, start[2] ?? '');
      } else if (open && !open.isTitled) readTitle(open, line);
      else open?.text.add(line);
    },
    finish() {
      close();
      const counts = result.isEmpty ? listed : result;
      // Other programs print such lists too.
      if (result.isEmpty && (!programs.some(isMocha) || listed.of('passed') + listed.of('failed') === 0))
        return null;
      return report.summarize({
        kind: 'mocha',
        counts: outcomes.map((word) => [counts.of(word), word]),
        runs: counts.runs(outcomes.map((word) => [word, word])),
        duration,
        notes: coverage.facts(),
        isBroken: coverage.isMissed,
        also: result.isEmpty ? ['stopped before its report'] : [],
      });
    },
  };
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
