import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import type { SourceLocation } from './source-location.ts';
import { noSides } from './test-failure.ts';
import { createTestReport } from './test-report.ts';

const bracketed = /^(?:\d+: )?\[( RUN| {7}OK| {2}FAILED| {2}PASSED| {2}SKIPPED|=+|-+)\s*\] (.*)$/;
const failureLine = /^(?:\d+: )?([^\s:()]+)(?::(\d+): (?:Failure|error: .*)|\((\d+)\): error:.*)$/;
const messageLines = 4;

const marks = [
  mark(/^(?:\d+: )?\[==========\] (?:Running )?\d+ tests? from /m, '[==========]'),
  mark(/^(?:\d+: )?\[ RUN {6}\] \S+/m, '[ RUN      ]'),
];

/** GoogleTest. */
export const gtest: Summarizer = {
  kind: 'gtest',
  covers: 'part',
  recognise: recogniseTests(() => false, marks),
  read: readGtest,
};

interface OpenTest {
  name: string;
  location: SourceLocation | null;
  isFailing: boolean;
  message: string[];
  line: number;
}

function readGtest(): Reader {
  const report = createTestReport();
  const result = { passed: 0, failed: 0, skipped: 0 };
  let isFound = false;
  let isClosed = false;
  let ran = 0;
  const runTime = createRunTime();
  let open: OpenTest | null = null;

  const fail = (test: OpenTest) =>
    report.fail({
      name: [test.name],
      test: test.location,
      raised: null,
      message: test.message,
      sides: noSides,
      line: test.line,
    });
  const readMark = (what: string, text: string, number: number) => {
    const figure = /^(\d+) tests?/.exec(text)?.[1];
    if (what === ' RUN') open = { name: text, location: null, isFailing: false, message: [], line: number };
    else if (what.startsWith('=')) {
      isFound = true;
      const time = /\((\d+ ms) total\)/.exec(text)?.[1];
      if (time !== undefined) runTime.add(time);
      if (text.includes(' ran.')) {
        isClosed = true;
        ran += Number(figure ?? 0);
      }
    } else if (what === '  PASSED' && figure) result.passed += Number(figure);
    else if (what === '  SKIPPED' && figure && isClosed) result.skipped += Number(figure);
    else if (what === '  FAILED' && figure && isClosed) result.failed += Number(figure);
    else if (open && !what.startsWith('-')) {
      if (what === '  FAILED') fail(open);
      open = null;
    }
  };
  return {
    line(line, number) {
      const match = line.includes('[') ? bracketed.exec(line) : null;
      if (match) return readMark(match[1] ?? '', match[2] ?? '', number);
      if (!open || open.message.length >= messageLines) return;
      const failure = failureLine.exec(line);
      if (failure && !open.isFailing) {
        open.isFailing = true;
        if (failure[1] !== 'unknown')
          open.location = { path: failure[1] ?? '', line: failure[2] ?? failure[3] ?? null };
      } else if (line.startsWith('unknown file: ')) open.isFailing = true;
      else if (open.isFailing && line.trim() !== '') {
        const isMore =
          open.message.length === 0 ||
          open.message[0]?.endsWith(':') ||
          /^ /.test(line) ||
          /^Expected/.test(line);
        if (isMore) open.message.push(line.replace(/^\d+: /, '').trim());
      }
    },
    finish() {
      if (!isFound && open === null) return null;
      const crashed = open !== null && !isClosed;
      if (open !== null && crashed) fail(open);
      const isReported = isClosed && (ran === 0 || result.passed + result.failed + result.skipped > 0);
      return report.summarize({
        kind: 'gtest',
        counts: [
          [isClosed ? result.failed : report.failureCount, 'failed'],
          [result.passed, 'passed'],
          [result.skipped, 'skipped'],
        ],
        duration: runTime.only,
        also: isReported ? [] : [crashed ? 'stopped in the middle of a test' : 'stopped before its report'],
      });
    },
  };
}
