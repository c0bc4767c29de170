import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createTally } from '../tally.ts';
import { countIndent } from './count-indent.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { isTestProgram, recogniseTests, tapPoints } from './recognise-tests.ts';
import { createTapNotes, type TapNotes } from './tap-notes.ts';
import { createTestReport } from './test-report.ts';

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

function readTap(): Reader {
  let report = createTestReport();
  let counts = { ...noCounts };
  const reported = new Map<string, number>();
  const parents = createTally(maxParents);
  let open: OpenPoint | null = null;
  let comment: string | null = null;
  /** Comments directly below a failed point belong to it. */
  let isBelowFailure = false;
  let lastIndent = 0;
  /** A point that opens its subtests with a brace comes before them. */
  let isBraced = false;
  let points = 0;
  let unnumbered = 0;
  let planned: number | null = null;
  let bailOut: string | null = null;
  /** prove runs the test files, and sums them itself. */
  let isOfProve = false;
  /** The points are of its files, those counted so far are not. */
  let isAside = false;

  const close = () => {
    if (open?.notes.isOfParts) parents.add(open.name);
    else if (open) {
      const meaning = open.notes.meaning() ?? open.text.finish(null);
      report.fail({ ...meaning, name: open.name === '' ? [] : [open.name], line: open.line });
    }
    open = null;
  };
  const endProve = () => {
    close();
    if (!isAside) {
      report = createTestReport();
      counts = { ...noCounts };
      reported.clear();
      points = 0;
      unnumbered = 0;
      planned = null;
      bailOut = null;
    }
    isAside = false;
    isOfProve = false;
  };
  const readPoint = (line: string, match: RegExpExecArray, number: number) => {
    close();
    isBelowFailure = false;
    const indent = match[1]?.length ?? 0;
    const message = match[4] ?? '';
    isBraced ||= message.endsWith('{');
    const isParent = message.endsWith('{') || lastIndent > indent;
    lastIndent = Math.min(indent, deepest);
    if (isParent) {
      if (match[2] !== undefined && !message.endsWith('{'))
        parents.add(message.replace(directive, '').trim());
      return;
    }
    points += 1;
    if (match[3] === '') unnumbered += 1;
    const text = directive.exec(message)?.[1]?.toUpperCase();
    if (text === 'SKIP') counts.skipped += 1;
    else if (text === 'TODO') counts.todo += 1;
    else if (match[2] === undefined) counts.passed += 1;
    else {
      counts.failed += 1;
      const name = message.replace(directive, '').trim();
      // Where the plan comes first, comments head no tests.
      const isNamed = line.includes(' - ') || comment === null || (planned !== null && name !== '');
      open = {
        name: isNamed ? name : (comment ?? name),
        indent,
        notes: createTapNotes(isNamed ? null : name),
        text: createFailureText(),
        line: number,
      };
      isBelowFailure = true;
    }
  };
  return {
    line(line, number) {
      const at = countIndent(line);
      const first = line[at];
      if (at === 0 && line.includes('.t ..') && proveFile.test(line)) {
        close();
        isAside ||= !isOfProve && points > 0;
        isOfProve = true;
      } else if (line.startsWith('Files=')) return endProve();
      if (isAside) return;
      if (first === undefined || (open === null && !/[on#1BF}T]/.test(first))) return;
      const match = first === 'o' || first === 'n' ? point.exec(line) : null;
      if (match && (!open || at <= open.indent || !open.notes.isOpen)) return readPoint(line, match, number);
      if (open && (at > open.indent || open.notes.isOpen)) {
        isBelowFailure = false;
        if (open.notes.line(line)) return;
        if (first !== '#') return open.text.add(line);
      }
      if (first === '#') {
        const figure = total.exec(line);
        if (figure) reported.set(figure[1] ?? '', (reported.get(figure[1] ?? '') ?? 0) + Number(figure[2]));
        else if (open && (/^#\s{3,}/.test(line) || (isBelowFailure && /^# (?!Subtest: )/.test(line))))
          open.notes.diagnostic(line);
        else comment = /^# (?!Subtest: )(.+)$/.exec(line)?.[1] ?? null;
      } else if (first === '1' && line.startsWith('1..'))
        planned = (planned ?? 0) + Number.parseInt(line.slice(3), 10);
      else if (first === '}' && isBraced) lastIndent = at;
      else if (line.startsWith('TAP version')) {
        isBraced = false;
        lastIndent = 0;
      } else if (line.startsWith('Bail out!')) bailOut = line;
      else open?.text.add(line);
    },
    finish() {
      close();
      if (points === 0) return null;
      // Runners differ in what they count as failed; the points decide when all of them are present.
      const tests = reported.get('tests') ?? 0;
      // A program's own lines that begin with `ok` have no number.
      const isReported = tests > points || (unnumbered > 0 && tests === points - unnumbered);
      const cancelled = reported.get('cancelled') ?? 0;
      const missing = planned !== null && reported.size === 0 && lastIndent === 0 ? planned - points : 0;
      return report.summarize({
        kind: 'TAP',
        counts: [
          // A cancelled test is a point that is not ok.
          [isReported ? (reported.get('fail') ?? 0) : Math.max(0, counts.failed - cancelled), 'failed'],
          [isReported ? (reported.get('pass') ?? 0) : counts.passed, 'passed'],
          [cancelled, 'cancelled'],
          [isReported ? (reported.get('skipped') ?? reported.get('skip') ?? 0) : counts.skipped, 'skipped'],
          [isReported ? (reported.get('todo') ?? 0) : counts.todo, 'todo'],
        ],
        duration: null,
        parents: parents.top(maxParents).map(({ name }) => name),
        also: [
          ...(bailOut === null ? [] : [bailOut]),
          ...(planned === null && reported.size === 0 ? ['stopped before its plan'] : []),
          ...(missing > 0 ? [`${missing} of ${planned} planned did not run`] : []),
        ],
      });
    },
  };
}
