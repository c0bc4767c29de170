import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
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

function readNodeTest(): Reader {
  const counts = createCounts();
  const coverage = createCoverageNotes();
  const listed = createCounts();
  /** Failures as they happened, and as the list at the end repeats them. */
  const asTheyCame = createTestReport();
  const retold = createTestReport();
  /** `▶ rates`, above the tests inside. */
  const headings = createTally();
  const parents = createTally(maxParents);
  let durationMs = 0;
  let file: string | null = null;
  let isInList = false;
  /** Inside the output of the `dot` reporter, which prints no totals. */
  let isInDotList = false;
  let open: OpenFailure | null = null;

  const close = () => {
    if (open?.hasText) {
      const { text, name, line, isRetold } = open;
      const meaning = text.finish(open.file);
      // A suite fails when its tests do; those are reported themselves.
      if (/^'\d+ subtests? failed'$/.test(meaning.message[0] ?? '')) parents.add(name);
      else {
        (isRetold ? retold : asTheyCame).fail({ ...meaning, name: [name], line });
        if (isInDotList) counts.add('fail', 1);
      }
    } else if (open && headings.get(open.name) > 0) parents.add(open.name);
    open = null;
  };
  const readTotal = (what: string, figure: number) => {
    if (what === 'tests') {
      counts.settle();
      isInList = isInDotList = false;
    }
    if (what === 'duration_ms') durationMs += figure;
    else counts.set(what, figure);
  };
  const readPoint = (line: string, number: number) => {
    close();
    const text = line.trimStart();
    if (text[0] !== '✖') isInDotList = false;
    if (text[0] === '✔') listed.add('passed', 1);
    else if (text[0] === '▶') headings.add(text.slice(2));
    // What is to be done yet may fail.
    const name = text[0] === '✖' && !isExpected.test(text) ? failed.exec(line)?.[1] : undefined;
    if (name === undefined) return;
    listed.add('failed', 1);
    open = { name, file, text: createFailureText(), hasText: false, isRetold: isInList, line: number };
    file = null;
  };
  return {
    line(line, number) {
      const match = line.charCodeAt(0) === 0x2139 ? total.exec(line) : null;
      if (match) {
        close();
        readTotal(match[1] ?? '', Number(match[2]));
      } else if (line === '✖ failing tests:' || line === 'Failed tests:') {
        close();
        isInList = true;
        isInDotList = line === 'Failed tests:';
        if (isInDotList) counts.settle();
      } else if (line.startsWith(locationStart)) {
        close();
        file = line.slice(locationStart.length).replace(/(?::\d+){1,2}$/, '');
      } else if (line.charCodeAt(0) === 0x2139) coverage.line(line, number);
      else if (isPoint(line)) readPoint(line, number);
      else if (open) {
        open.hasText ||= line.trim() !== '';
        open.text.add(line);
      }
    },
    finish() {
      close();
      const isReported = !counts.isEmpty;
      if (!isReported && listed.isEmpty) return null;
      const report = retold.failureCount > 0 ? retold : asTheyCame;
      const [failedCount, passedCount] = isReported
        ? [counts.of('fail'), counts.of('pass')]
        : [report.failureCount || listed.of('failed'), listed.of('passed')];
      return report.summarize({
        kind: 'node:test',
        counts: [
          [failedCount, 'failed'],
          [passedCount, 'passed'],
          ...others.map((word) => [counts.of(word), word] as const),
        ],
        runs: counts.runs([
          ['fail', 'failed'],
          ['pass', 'passed'],
          ...others.map((word) => [word, word] as const),
        ]),
        duration: durationMs === 0 ? null : `${(durationMs / 1_000).toFixed(1)} s`,
        parents: parents.top(maxParents).map(({ name }) => name),
        notes: coverage.facts(),
        isBroken: coverage.isMissed,
        also: isReported || isInList ? [] : ['stopped before its report'],
      });
    },
  };
}
