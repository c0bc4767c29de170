import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally, type Tally } from '../tally.ts';
import { countIndent } from './count-indent.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { isTestProgram, recogniseTests, tapPoints } from './recognise-tests.ts';
import { createTapNotes, type TapNotes } from './tap-notes.ts';
import { createTestReport, type TestReport } from './test-report.ts';

/** `not ok 3 - refuses what is heavy # TODO not yet`; vitest opens the tests of a suite with `{`. */
const point = /^( *)(not )?ok\b ?(\d*)(?: - | )?(.*)$/;
const directive = /(?:^| )# *(SKIP|TODO|time=\S+)\b.*$/i;
const total = /^# (tests|pass|fail|cancelled|skipped|skip|todo) +(\d+)$/;
/** `t/rates.t ..`, below which prove prints the file's points if it is told to. */
const proveFile = /^\S+\.t \.{2,} *(?:ok|skipped|Failed|Dubious|$)/;
const deepest = 400;
const maxParents = 20;
const noCounts = { failed: 0, passed: 0, skipped: 0, todo: 0 };

const marks = [
  mark(/^TAP version 1[34]\s*$/m, 'TAP version 1'),
  mark(tapPoints, 'ok 1'),
  mark((text) => /^1\.\.\d+/m.test(text) && /^(?:not )?ok \d+\b/m.test(text), '1..'),
];

/**
 * The Test Anything Protocol, versions 12 to 14, with the details that Node, tape, ava, vitest, mocha and
 * Perl add.
 */
export const tap: Summarizer = {
  kind: 'TAP',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('tape'), marks),
  read: readTap,
};

interface OpenPoint {
  name: string;
  indent: number;
  notes: TapNotes;
  text: FailureText;
  line: number;
}

/** What was read of the points so far. */
interface TapState {
  report: TestReport;
  counts: Record<keyof typeof noCounts, number>;
  readonly reported: Map<string, number>;
  readonly parents: Tally;
  open: OpenPoint | null;
  comment: string | null;
  /** Comments directly below a failed point belong to it. */
  isBelowFailure: boolean;
  lastIndent: number;
  /** A point that opens its subtests with a brace comes before them. */
  isBraced: boolean;
  points: number;
  unnumbered: number;
  planned: number | null;
  bailOut: string | null;
  /** prove runs the test files, and sums them itself. */
  isOfProve: boolean;
  /** The points are of its files, those counted so far are not. */
  isAside: boolean;
}

function readTap(): Reader {
  const tap: TapState = {
    report: createTestReport(),
    counts: { ...noCounts },
    reported: new Map(),
    parents: createTally(maxParents),
    open: null,
    comment: null,
    isBelowFailure: false,
    lastIndent: 0,
    isBraced: false,
    points: 0,
    unnumbered: 0,
    planned: null,
    bailOut: null,
    isOfProve: false,
    isAside: false,
  };
  return {
    line: (line, number) => readLine(tap, line, number),
    finish() {
      close(tap);
      return tap.points === 0 ? null : summaryOf(tap);
    },
  };
}

function readLine(tap: TapState, line: string, number: number): void {
  const at = countIndent(line);
  const first = line[at];
  if (at === 0 && line.includes('.t ..') && proveFile.test(line)) {
    close(tap);
    tap.isAside ||= !tap.isOfProve && tap.points > 0;
    tap.isOfProve = true;
  } else if (line.startsWith('Files=')) {
    endProve(tap);
    return;
  }
  if (tap.isAside) return;
  if (first === undefined || (tap.open === null && !/[on#1BF}T]/.test(first))) return;
  const match = first === 'o' || first === 'n' ? point.exec(line) : null;
  if (match && (!tap.open || at <= tap.open.indent || !tap.open.notes.isOpen)) {
    readPoint(tap, line, match, number);
    return;
  }
  if (tap.open && (at > tap.open.indent || tap.open.notes.isOpen)) {
    tap.isBelowFailure = false;
    if (tap.open.notes.line(line)) return;
    if (first !== '#') {
      tap.open.text.add(line);
      return;
    }
  }
  if (first === '#') {
    const figure = total.exec(line);
    if (figure)
      tap.reported.set(figure[1] ?? '', (tap.reported.get(figure[1] ?? '') ?? 0) + Number(figure[2]));
    else if (tap.open && (/^#\s{3,}/.test(line) || (tap.isBelowFailure && /^# (?!Subtest: )/.test(line))))
      tap.open.notes.diagnostic(line);
    else tap.comment = /^# (?!Subtest: )(.+)$/.exec(line)?.[1] ?? null;
  } else if (first === '1' && line.startsWith('1..'))
    tap.planned = (tap.planned ?? 0) + Number.parseInt(line.slice(3), 10);
  else if (first === '}' && tap.isBraced) tap.lastIndent = at;
  else if (line.startsWith('TAP version')) {
    tap.isBraced = false;
    tap.lastIndent = 0;
  } else if (line.startsWith('Bail out!')) tap.bailOut = line;
  else tap.open?.text.add(line);
}

function summaryOf(tap: TapState): Summary {
  // Runners differ in what they count as failed; the points decide when all of them are present.
  const tests = tap.reported.get('tests') ?? 0;
  // A program's own lines that begin with `ok` have no number.
  const isReported = tests > tap.points || (tap.unnumbered > 0 && tests === tap.points - tap.unnumbered);
  const cancelled = tap.reported.get('cancelled') ?? 0;
  const missing =
    tap.planned !== null && tap.reported.size === 0 && tap.lastIndent === 0 ? tap.planned - tap.points : 0;
  return tap.report.summarize({
    kind: 'TAP',
    counts: [
      // A cancelled test is a point that is not ok.
      [isReported ? (tap.reported.get('fail') ?? 0) : Math.max(0, tap.counts.failed - cancelled), 'failed'],
      [isReported ? (tap.reported.get('pass') ?? 0) : tap.counts.passed, 'passed'],
      [cancelled, 'cancelled'],
      [
        isReported ? (tap.reported.get('skipped') ?? tap.reported.get('skip') ?? 0) : tap.counts.skipped,
        'skipped',
      ],
      [isReported ? (tap.reported.get('todo') ?? 0) : tap.counts.todo, 'todo'],
    ],
    duration: null,
    parents: tap.parents.top(maxParents).map(({ name }) => name),
    also: [
      ...(tap.bailOut === null ? [] : [tap.bailOut]),
      ...(tap.planned === null && tap.reported.size === 0 ? ['stopped before its plan'] : []),
      ...(missing > 0 ? [`${missing} of ${tap.planned} planned did not run`] : []),
    ],
  });
}

function close(tap: TapState): void {
  if (tap.open?.notes.isOfParts) tap.parents.add(tap.open.name);
  else if (tap.open) {
    const meaning = tap.open.notes.meaning() ?? tap.open.text.finish(null);
    tap.report.fail({ ...meaning, name: tap.open.name === '' ? [] : [tap.open.name], line: tap.open.line });
  }
  tap.open = null;
}

function endProve(tap: TapState): void {
  close(tap);
  if (!tap.isAside) {
    tap.report = createTestReport();
    tap.counts = { ...noCounts };
    tap.reported.clear();
    tap.points = 0;
    tap.unnumbered = 0;
    tap.planned = null;
    tap.bailOut = null;
  }
  tap.isAside = false;
  tap.isOfProve = false;
}

function readPoint(tap: TapState, line: string, match: RegExpExecArray, number: number): void {
  close(tap);
  tap.isBelowFailure = false;
  const indent = match[1]?.length ?? 0;
  const message = match[4] ?? '';
  tap.isBraced ||= message.endsWith('{');
  const isParent = message.endsWith('{') || tap.lastIndent > indent;
  tap.lastIndent = Math.min(indent, deepest);
  if (isParent) {
    if (match[2] !== undefined && !message.endsWith('{'))
      tap.parents.add(message.replace(directive, '').trim());
    return;
  }
  tap.points += 1;
  if (match[3] === '') tap.unnumbered += 1;
  const text = directive.exec(message)?.[1]?.toUpperCase();
  if (text === 'SKIP') tap.counts.skipped += 1;
  else if (text === 'TODO') tap.counts.todo += 1;
  else if (match[2] === undefined) tap.counts.passed += 1;
  else {
    tap.counts.failed += 1;
    const name = message.replace(directive, '').trim();
    // Where the plan comes first, comments head no tests.
    const isNamed = line.includes(' - ') || tap.comment === null || (tap.planned !== null && name !== '');
    tap.open = {
      name: isNamed ? name : (tap.comment ?? name),
      indent,
      notes: createTapNotes(isNamed ? null : name),
      text: createFailureText(),
      line: number,
    };
    tap.isBelowFailure = true;
  }
}
