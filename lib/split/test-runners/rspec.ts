import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import { createTestReport } from './test-report.ts';

const verdict =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/;
const finished = /^Finished in ((?:[\d.]+ \w+ ?)+)/;
const failureStart = /^ {2}\d+(?:\.\d+)?\) (.+)$/;
const outside = /^An error occurred while loading (\S+?)\.?$/;
const codeStart = 'Failure/Error: ';

const marks = [mark(/^\d+ examples?, \d+ failures?/m, ' example')];

/** Lines that accompany a verdict which any program might print. */
const frame = /^Finished in [\d.]+ |^ {2}1\) /m;

export const rspec: Summarizer = {
  kind: 'rspec',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('rspec'), marks, frame),
  read: readRspec,
};

interface OpenFailure {
  name: string;
  /** The failing line of code, shown when nothing better follows. */
  code: string | null;
  text: FailureText;
  file: string | null;
  line: number;
}

function readRspec(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  counts: null as number[] | null,
  runTime: createRunTime(),
  isInFailures: false,
  open: null as OpenFailure | null,
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  if (reading.open) {
    if (reading.open.code !== null) reading.open.text.add(reading.open.code);
    reading.report.fail({
      ...reading.open.text.finish(reading.open.file),
      name: [reading.open.name],
      line: reading.open.line,
    });
  }
  reading.open = null;
}

function begin(reading: Reading, name: string, file: string | null, line: number) {
  close(reading);
  reading.open = { name, code: null, text: createFailureText(), file, line };
}

function readText(failure: OpenFailure, line: string) {
  const text = line.trim();
  if (text.startsWith(codeStart)) failure.code = text.slice(codeStart.length);
  else if (text !== '' && failure.code !== null) {
    // An exception's text is complete; a failed expectation prints only the actual value.
    if (!/^[A-Z][\w:]*:$/.test(text)) failure.text.add(failure.code);
    failure.code = null;
    failure.text.add(line);
  } else failure.text.add(line);
}

function readLine(reading: Reading, line: string, number: number) {
  const first = line[0];
  if (
    line === 'Failures:' ||
    line === "Pending: (Failures listed here are expected and do not affect your suite's status)"
  ) {
    close(reading);
    reading.isInFailures = line === 'Failures:';
    return;
  }
  if (first === 'F' || (first !== undefined && first >= '0' && first <= '9')) {
    const match = verdict.exec(line);
    if (match)
      reading.counts = [1, 2, 3, 4].map(
        (index, at) => Number(match[index] ?? 0) + (reading.counts?.[at] ?? 0),
      );
    const time = finished.exec(line)?.[1];
    if (time !== undefined) reading.runTime.add(time.trim());
    if (match || time !== undefined || line === 'Failed examples:') {
      reading.isInFailures = false;
      return close(reading);
    }
  }
  const loaded = first === 'A' ? outside.exec(line)?.[1] : undefined;
  if (loaded !== undefined) return begin(reading, 'could not be loaded', loaded.replace(/^\.\//, ''), number);
  const start = reading.isInFailures && first === ' ' ? failureStart.exec(line) : null;
  if (start) begin(reading, start[1] ?? '', null, number);
  else if (reading.open) readText(reading.open, line);
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  if (reading.counts === null && reading.report.failureCount === 0) return null;
  const [examples = 0, failed = reading.report.failureCount, pending = 0, errors = 0] = reading.counts ?? [];
  return reading.report.summarize({
    kind: 'rspec',
    counts: [
      [failed, 'failed'],
      [errors, 'errors outside of examples'],
      [Math.max(0, examples - failed - pending), 'passed'],
      [pending, 'pending'],
    ],
    duration: reading.runTime.only,
  });
}
