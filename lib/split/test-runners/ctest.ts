import { copyString } from '../copy-string.ts';
import { ranks } from '../facts.ts';
import { severityOf } from '../general/severity.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
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
  const report = createTestReport();
  let result: { failed: number; total: number } | null = null;
  const runTime = createRunTime();
  let passed = 0;
  let skipped = 0;
  let disabled = 0;
  /** Tests listed as not run. */
  const notRun = createNotes();
  const seen: { name: string; output: string; line: number; reasons: string[] }[] = [];
  /** With `-V` a test's output, each line after the test's number, precedes its result. */
  let reasons: string[] = [];
  /** With `--output-on-failure` it follows. */
  let isBelowFailure = false;
  return {
    line(line, number) {
      const match = line.includes('Test ') ? point.exec(line) : null;
      if (match) {
        const own = reasons;
        reasons = [];
        isBelowFailure = false;
        if (match[2] === 'Passed') passed += 1;
        else if (match[2] === 'Skipped') skipped += 1;
        else if (match[2] === 'Not Run (Disabled)') disabled += 1;
        else if (seen.length < 300) {
          seen.push({ name: match[1] ?? '', output: match[2] ?? '', line: number, reasons: own });
          isBelowFailure = own.length === 0;
          if (isBelowFailure) reasons = own;
        }
        return;
      }
      if (starts.test(line)) {
        reasons = [];
        isBelowFailure = false;
      }
      const printed = isBelowFailure ? line : printedBy.exec(line)?.[1];
      // `cart.c:12:adds:FAIL: …` has no blanks, and severity is read word by word.
      if (
        printed !== undefined &&
        reasons.length < (isBelowFailure ? 1 : maxReasons) &&
        severityOf(printed.replaceAll(':', ': ')) >= 2.5
      )
        reasons.push(copyString(printed.slice(0, maxReasonCharacters)));
      const matched = line.includes('% tests passed') ? verdict.exec(line) : null;
      if (matched)
        result = {
          failed: (result?.failed ?? 0) + Number(matched[1]),
          total: (result?.total ?? 0) + Number(matched[2]),
        };
      else if (line.startsWith('Total Test time')) runTime.add(totalTime.exec(line)?.[1] ?? '');
      else if (result && line.startsWith('\t')) {
        const name = listed.exec(line);
        if (name && isNotRun.test(name[2] ?? '')) notRun.add(`${name[1]} (${name[2]})`, number);
        else if (name && !seen.some((known) => known.name === name[1]) && seen.length < 300)
          seen.push({ name: name[1] ?? '', output: name[2] ?? '', line: number, reasons: [] });
      }
    },
    finish() {
      if (!result && passed + seen.length === 0) return null;
      for (const { name, output, line, reasons: said } of seen)
        report.fail({
          name: [name],
          test: null,
          raised: null,
          message: said.length > 0 ? said : output === 'Failed' ? [] : [output],
          sides: noSides,
          line,
        });
      return report.summarize({
        kind: 'ctest',
        counts: [
          [result?.failed ?? seen.length, 'failed'],
          [result ? result.total - result.failed - skipped : passed, 'passed'],
          [skipped, 'skipped'],
          [disabled, 'disabled'],
        ],
        duration: runTime.only,
        notes: notRun.section({ heading: null, noun: null, rank: ranks.spread, needed: 4 }).facts,
        also: result ? [] : ['stopped before its report'],
      });
    },
  };
}
