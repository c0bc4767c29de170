import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
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
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  result: { passed: 0, failed: 0, skipped: 0 },
  isFound: false,
  isClosed: false,
  ran: 0,
  runTime: createRunTime(),
  open: null as OpenTest | null,
});
type Reading = ReturnType<typeof initialReading>;

const fail = (reading: Reading, test: OpenTest) =>
  reading.report.fail({
    name: [test.name],
    test: test.location,
    raised: null,
    message: test.message,
    sides: noSides,
    line: test.line,
  });

function readMark(reading: Reading, what: string, text: string, number: number) {
  const figure = /^(\d+) tests?/.exec(text)?.[1];
  if (what === ' RUN')
    reading.open = { name: text, location: null, isFailing: false, message: [], line: number };
  else if (what.startsWith('=')) {
    reading.isFound = true;
    const time = /\((\d+ ms) total\)/.exec(text)?.[1];
    if (time !== undefined) reading.runTime.add(time);
    if (text.includes(' ran.')) {
      reading.isClosed = true;
      reading.ran += Number(figure ?? 0);
    }
  } else if (what === '  PASSED' && figure) reading.result.passed += Number(figure);
  else if (what === '  SKIPPED' && figure && reading.isClosed) reading.result.skipped += Number(figure);
  else if (what === '  FAILED' && figure && reading.isClosed) reading.result.failed += Number(figure);
  else if (reading.open && !what.startsWith('-')) {
    if (what === '  FAILED') fail(reading, reading.open);
    reading.open = null;
  }
}

function readLine(reading: Reading, line: string, number: number) {
  const match = line.includes('[') ? bracketed.exec(line) : null;
  if (match) return readMark(reading, match[1] ?? '', match[2] ?? '', number);
  if (!reading.open || reading.open.message.length >= messageLines) return;
  const failure = failureLine.exec(line);
  if (failure && !reading.open.isFailing) {
    reading.open.isFailing = true;
    if (failure[1] !== 'unknown')
      reading.open.location = { path: failure[1] ?? '', line: failure[2] ?? failure[3] ?? null };
  } else if (line.startsWith('unknown file: ')) reading.open.isFailing = true;
  else if (reading.open.isFailing && line.trim() !== '') {
    const isMore =
      reading.open.message.length === 0 ||
      reading.open.message[0]?.endsWith(':') ||
      /^ /.test(line) ||
      /^Expected/.test(line);
    if (isMore) reading.open.message.push(line.replace(/^\d+: /, '').trim());
  }
}

function finishReading(reading: Reading): Summary | null {
  if (!reading.isFound && reading.open === null) return null;
  const crashed = reading.open !== null && !reading.isClosed;
  if (reading.open !== null && crashed) fail(reading, reading.open);
  const isReported =
    reading.isClosed &&
    (reading.ran === 0 || reading.result.passed + reading.result.failed + reading.result.skipped > 0);
  return reading.report.summarize({
    kind: 'gtest',
    counts: [
      [reading.isClosed ? reading.result.failed : reading.report.failureCount, 'failed'],
      [reading.result.passed, 'passed'],
      [reading.result.skipped, 'skipped'],
    ],
    duration: reading.runTime.only,
    also: isReported ? [] : [crashed ? 'stopped in the middle of a test' : 'stopped before its report'],
  });
}
