import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { filesFailed } from './files-failed.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createTapNotes, type TapNotes } from './tap-notes.ts';
import { noSides } from './test-failure.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^Files=(\d+), Tests=(\d+), +(\d+ wallclock secs)/;
const ofFile = /^(\S+) +\(Wstat: \d+(?: \([^)]*\))? Tests: (\d+) Failed: (\d+)\)$/;
/** `Can't locate object method "next" via package "Cron" at t/next.t line 3.` */
const death = /^\S.{0,500} at (\S+\.t) line \d+\.$/;
const maxDeaths = 100;
const failedTest = /^# {3}Failed test '(.*)'$/;

const marks = [mark(/^Files=\d+, Tests=\d+, /m, 'Files=')];

/** Perl's test harness. The test files print their own failure details before it, on standard error. */
export const prove: Summarizer = {
  kind: 'prove',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('prove'), marks),
  read: readProve,
};

interface OpenFailure {
  name: string;
  /** Of a subtest. */
  isInner: boolean;
  notes: TapNotes;
  line: number;
}

function readProve(): Reader {
  const reading = initialReading();
  return {
    line: (raw, number) => readLine(reading, raw, number),
    finish: () => finishReading(reading),
  };
}

const initialReading = () => ({
  report: createTestReport(),
  result: null as { files: number; tests: number; time: string } | null,
  failed: 0,
  failedFiles: 0,
  file: null as { path: string; line: number; failed: number } | null,
  open: null as OpenFailure | null,
  isInnerFailed: false,
  /** What Perl said when it died in a test file, by that file. */
  deaths: new Map<string, string>(),
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  const meaning = reading.open?.notes.meaning();
  if (reading.open && meaning) {
    const says = meaning.message.length + meaning.sides.actual.length + meaning.sides.expected.length > 0;
    // A test fails because its subtests do.
    if (says || reading.open.isInner || !reading.isInnerFailed)
      reading.report.fail({ ...meaning, name: [reading.open.name], line: reading.open.line });
    reading.isInnerFailed = reading.open.isInner;
  }
  reading.open = null;
}

function readLine(reading: Reading, raw: string, number: number) {
  const isInner = raw.startsWith('    ') && raw.trimStart().startsWith('#');
  const line = isInner ? raw.trimStart() : raw;
  if (line[0] === '#') {
    const match = failedTest.exec(line);
    if (match) {
      close(reading);
      reading.open = { name: match[1] ?? '', isInner, notes: createTapNotes(null), line: number };
    } else if (/^#\s{3,}/.test(line)) reading.open?.notes.diagnostic(line);
    else close(reading);
    return;
  }
  const died = line.endsWith('.') ? death.exec(line)?.[1] : undefined;
  if (died !== undefined && reading.deaths.size < maxDeaths && !reading.deaths.has(died))
    reading.deaths.set(died, line);
  const matched = line.startsWith('Files=') ? verdict.exec(line) : null;
  if (matched) {
    reading.result = {
      files: (reading.result?.files ?? 0) + Number(matched[1]),
      tests: (reading.result?.tests ?? 0) + Number(matched[2]),
      time: matched[3] ?? '',
    };
    return;
  }
  const match = line.includes('(Wstat: ') ? ofFile.exec(line) : null;
  if (match) {
    close(reading);
    reading.file = { path: match[1] ?? '', line: number, failed: Number(match[3]) };
    reading.failed += reading.file.failed;
    reading.failedFiles += 1;
  } else if (reading.file && line.startsWith('  Parse errors: ')) {
    // The test file crashed, or ran fewer tests than planned.
    reading.report.fail({
      name: [line.trim()],
      test: { path: reading.file.path, line: null },
      raised: null,
      message: [reading.deaths.get(reading.file.path)].filter((text) => text !== undefined),
      sides: noSides,
      line: number,
    });
  }
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  if (!reading.result) return null;
  return reading.report.summarize({
    kind: 'prove',
    counts: [
      [reading.failed, 'failed'],
      [reading.result.tests - reading.failed, 'passed or skipped'],
    ],
    duration: reading.result.time,
    also: [filesFailed(reading.failedFiles, reading.result.files)],
  });
}
