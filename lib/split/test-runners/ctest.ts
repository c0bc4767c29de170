import { copyString } from '../copy-string.ts';
import { createReader } from '../create-reader.ts';
import { ranks } from '../facts.ts';
import { severityOf } from '../general/severity.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import { noSides } from './test-failure.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^\d+% tests passed, (\d+) tests? failed out of (\d+)$/;
const totalTime = /^Total Test time \(real\) = +([\d.]+ sec)/;
const point =
  /^ *\d+\/\d+ +Test +#\d+: (\S+) \.*\s*(?:\*\*\*)?(Passed|Failed|Timeout|Exception: \w+|Not Run \(Disabled\)|Not Run|Skipped)/;
/** The next test begins, or the summary does. */
const starts = /^ +Start +\d+: |^\d+% tests passed/;
const isNotRun = /^(?:Disabled|Skipped)$/;
const listed = /^\t *\d+ - (.+?) \((.+)\)$/;

const marks = [
  mark(
    /^ *\d+\/\d+ +Test +#\d+: |^\d+% tests passed, \d+ tests? failed out of \d+$/m,
    'Test ',
    '% tests passed',
  ),
];

const printedBy = /^\d{1,6}: (.+)$/;
const maxReasons = 2;
const maxReasonCharacters = 300;

/** CTest is recognised by its output alone, since the tests it runs may report more. */
export const ctest: Summarizer = {
  kind: 'ctest',
  covers: 'part',
  recognise: recogniseTests(isTestProgram(), marks),
  read: readCtest,
};

function readCtest(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  result: null as { failed: number; total: number } | null,
  runTime: createRunTime(),
  passed: 0,
  skipped: 0,
  disabled: 0,
  /** Tests listed as not run. */
  notRun: createNotes(),
  seen: [] as { name: string; output: string; line: number; reasons: string[] }[],
  /** With `-V` a test's output, each line after the test's number, precedes its result. */
  reasons: [] as string[],
  /** With `--output-on-failure` it follows. */
  isBelowFailure: false,
});
type Reading = ReturnType<typeof initialReading>;

function readLine(reading: Reading, line: string, number: number) {
  const match = line.includes('Test ') ? point.exec(line) : null;
  if (match) {
    const own = reading.reasons;
    reading.reasons = [];
    reading.isBelowFailure = false;
    if (match[2] === 'Passed') reading.passed += 1;
    else if (match[2] === 'Skipped') reading.skipped += 1;
    else if (match[2] === 'Not Run (Disabled)') reading.disabled += 1;
    else if (reading.seen.length < 300) {
      reading.seen.push({ name: match[1] ?? '', output: match[2] ?? '', line: number, reasons: own });
      reading.isBelowFailure = own.length === 0;
      if (reading.isBelowFailure) reading.reasons = own;
    }
    return;
  }
  if (starts.test(line)) {
    reading.reasons = [];
    reading.isBelowFailure = false;
  }
  const printed = reading.isBelowFailure ? line : printedBy.exec(line)?.[1];
  // `cart.c:12:adds:FAIL: …` has no blanks, and severity is read word by word.
  if (
    printed !== undefined &&
    reading.reasons.length < (reading.isBelowFailure ? 1 : maxReasons) &&
    severityOf(printed.replaceAll(':', ': ')) >= 2.5
  )
    reading.reasons.push(copyString(printed.slice(0, maxReasonCharacters)));
  const matched = line.includes('% tests passed') ? verdict.exec(line) : null;
  if (matched)
    reading.result = {
      failed: (reading.result?.failed ?? 0) + Number(matched[1]),
      total: (reading.result?.total ?? 0) + Number(matched[2]),
    };
  else if (line.startsWith('Total Test time')) reading.runTime.add(totalTime.exec(line)?.[1] ?? '');
  else if (reading.result && line.startsWith('\t')) {
    const name = listed.exec(line);
    if (name && isNotRun.test(name[2] ?? '')) reading.notRun.add(`${name[1]} (${name[2]})`, number);
    else if (name && !reading.seen.some((known) => known.name === name[1]) && reading.seen.length < 300)
      reading.seen.push({ name: name[1] ?? '', output: name[2] ?? '', line: number, reasons: [] });
  }
}

function finishReading(reading: Reading): Summary | null {
  if (!reading.result && reading.passed + reading.seen.length === 0) return null;
  for (const { name, output, line, reasons: said } of reading.seen)
    reading.report.fail({
      name: [name],
      test: null,
      raised: null,
      message: said.length > 0 ? said : output === 'Failed' ? [] : [output],
      sides: noSides,
      line,
    });
  return reading.report.summarize({
    kind: 'ctest',
    counts: [
      [reading.result?.failed ?? reading.seen.length, 'failed'],
      [
        reading.result ? reading.result.total - reading.result.failed - reading.skipped : reading.passed,
        'passed',
      ],
      [reading.skipped, 'skipped'],
      [reading.disabled, 'disabled'],
    ],
    duration: reading.runTime.only,
    notes: reading.notRun.section({ heading: null, noun: null, rank: ranks.spread, needed: 4 }).facts,
    also: reading.result ? [] : ['stopped before its report'],
  });
}
