import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createCounts } from './counts.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { javaText } from './java-text.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createTestReport } from './test-report.ts';

const totals =
  /^(?:\[\w+\] *)?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: (\d+))?(, Time elapsed: .*)?$/;
/**
 * `[ERROR] parcel.LabelTest.needsNoTown -- Time elapsed: 0.003 s <<< ERROR!`; before 3.0
 * `needsNoTown(parcel.LabelTest)  Time …`.
 */
const failureStart =
  /^(?:\[ERROR\] *)?(\S.*?)(?: --| {1,2})? ?Time elapsed: [\d.,]+ s(?:ec)? {1,2}?<<< (?:FAILURE|ERROR)!/;

const marks = [
  mark(/^(?:\[\w+\] *)?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+/m, 'Tests run: '),
];

/** JUnit and TestNG tests run by Maven (surefire and failsafe). */
export const surefire: Summarizer = {
  kind: 'surefire',
  covers: 'part',
  recognise: recogniseTests(isTestProgram(), marks),
  read: readSurefire,
};

interface OpenFailure {
  name: string;
  text: FailureText;
  line: number;
}

function readSurefire(): Reader {
  const report = createTestReport();
  /** Totals of finished modules, and of the classes in the module still running. */
  const result = createCounts();
  const ofClasses = createCounts();
  let open: OpenFailure | null = null;

  const close = () => {
    if (open) report.fail({ ...open.text.finish(null), name: [open.name], line: open.line });
    open = null;
  };
  const words = ['run', 'failed', 'errors', 'skipped'];
  return {
    line(line, number) {
      const isSum = (line[0] === '[' || line[0] === 'T') && line.includes('Tests run: ');
      const match = isSum ? totals.exec(line) : null;
      const ofClass = isSum && line.includes('<<< ');
      if (match || ofClass) {
        close();
        const figures =
          match ?? /Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)/.exec(line);
        const counts = match && match[6] === undefined ? result : ofClasses;
        for (const [index, word] of words.entries()) counts.add(word, Number(figures?.[index + 1] ?? 0));
        counts.add('flaky', Number(match?.[5] ?? 0));
        return;
      }
      const start = line.includes(' <<< ') ? failureStart.exec(line) : null;
      if (start) {
        close();
        open = {
          name: nameOf(start[1] ?? ''),
          text: createFailureText({ isMessageLong: true }),
          line: number,
        };
      } else if (line.trim() === '' || line.startsWith('[')) close();
      else open?.text.add(javaText(line));
    },
    finish() {
      close();
      const counts = result.isEmpty ? ofClasses : result;
      if (counts.isEmpty) return null;
      const [run, failed, errors, skipped] = words.map((word) => counts.of(word));
      return report.summarize({
        kind: 'surefire',
        counts: [
          [failed ?? 0, 'failed'],
          [errors ?? 0, errors === 1 ? 'error' : 'errors'],
          [Math.max(0, (run ?? 0) - (failed ?? 0) - (errors ?? 0) - (skipped ?? 0)), 'passed'],
          [skipped ?? 0, 'skipped'],
        ],
        duration: null,
        also: [
          // Surefire counts tests that passed in a later try as passed.
          ...(counts.of('flaky') > 0 ? [`${counts.of('flaky')} of them flaky`] : []),
          ...(result.isEmpty ? ['stopped before its report'] : []),
        ],
      });
    },
  };
}

/** `parcel.RatesTest.zonesByName(String)[2]` -> `RatesTest.zonesByName(String)[2]`: drops the package. */
const nameOf = (text: string): string => /^(?:[a-z_][\w$]*\.)+([A-Z][\w$]*[.#].*)$/.exec(text)?.[1] ?? text;
