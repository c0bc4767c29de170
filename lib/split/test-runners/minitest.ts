import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (\d+) skips/;
const finished = /^Finished in ([\d.]+s)/;
const blockStart = /^(?: {0,2}\d+\) )?(Failure|Error|Skipped):$/;
/** `RatesTest#test_zones [test/rates_test.rb:20]:`. */
const nameLine = /^([\w:]+#.+?)(?: \[([^\s[\]:]+):(\d+)\])?:$/;
const rubyFrame = /^ {4}(\S+\.rb:\d+):in /;

const marks = [
  mark(/^\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors, \d+ skips/m, ' assertions, '),
];

/** Lines that accompany a verdict which any program might print. */
const frame = /^(?:Finished (?:tests )?in [\d.]+s|Run options: |# Running)/m;

/** Ruby's minitest, also as Rails runs it. */
export const minitest: Summarizer = {
  kind: 'minitest',
  covers: 'part',
  recognise: recogniseTests(() => false, marks, frame),
  read: readMinitest,
};

interface OpenFailure {
  name: string;
  file: string | null;
  at: string | null;
  text: FailureText;
  line: number;
}

function readMinitest(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  sums: [0, 0, 0, 0],
  isFound: false,
  duration: null as string | null,
  awaits: null as 'name' | 'skip' | null,
  open: null as OpenFailure | null,
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  if (reading.open) {
    const { name, file, at, text, line } = reading.open;
    const meaning = text.finish(null);
    reading.report.fail({
      ...meaning,
      test: file === null ? meaning.test : { path: file, line: at },
      raised: file === null ? meaning.raised : null,
      name: [name],
      line,
    });
  }
  reading.open = null;
}

function readLine(reading: Reading, line: string, number: number) {
  if (!/[\d FES]/.test(line[0] ?? '')) {
    if (reading.awaits === null) return reading.open?.text.add(line);
  }
  const start = blockStart.exec(line);
  if (start) {
    close(reading);
    reading.awaits = start[1] === 'Skipped' ? 'skip' : 'name';
    return;
  }
  if (reading.awaits !== null) {
    const match = reading.awaits === 'name' ? nameLine.exec(line) : null;
    reading.awaits = null;
    if (match)
      reading.open = {
        name: match[1] ?? '',
        file: match[2] ?? null,
        at: match[3] ?? null,
        text: createFailureText(),
        line: number,
      };
    return;
  }
  const matched = verdict.exec(line);
  if (matched) {
    close(reading);
    reading.isFound = true;
    for (const index of [0, 1, 2, 3])
      reading.sums[index] = (reading.sums[index] ?? 0) + Number(matched[index + 1] ?? 0);
    return;
  }
  reading.duration = finished.exec(line)?.[1] ?? reading.duration;
  const frame = rubyFrame.exec(line)?.[1];
  reading.open?.text.add(frame === undefined ? line : `# ${frame}`);
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  if (!reading.isFound) return null;
  const [runs = 0, failed = 0, errors = 0, skipped = 0] = reading.sums;
  return reading.report.summarize({
    kind: 'minitest',
    counts: [
      [failed, 'failed'],
      [errors, errors === 1 ? 'error' : 'errors'],
      [Math.max(0, runs - failed - errors - skipped), 'passed'],
      [skipped, 'skipped'],
    ],
    duration: reading.duration,
  });
}
