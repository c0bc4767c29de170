import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^Tests: (\d+), Assertions: \d+(.*)\.$/;
const allRight = /^OK \((\d+) tests?, \d+ assertions?\)$/;
const partStart = /^There (?:was|were) \d+ (.+):$/;
const failureStart = /^\d+\) (\S.*)$/;
const testdoxStart = /^ ✘ (.+)$/;
const phpFrame = /^(\/?[^\s:]+\.php):(\d+)$/;

const marks = [
  mark(/^PHPUnit \d+\.\d+\S* by Sebastian Bergmann/m, 'PHPUnit '),
  mark(/^OK \(\d+ tests?, \d+ assertions?\)$/m, 'OK ('),
  mark(/^Tests: \d+, Assertions: \d+[,.]/m, ', Assertions: '),
];

/** Lines that accompany a verdict which any program might print. */
const frame = /^(?:PHPUnit \d|Runtime: |Time: |There (?:was|were) \d|FAILURES!)/m;

export const phpunit: Summarizer = {
  kind: 'phpunit',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('phpunit', 'phpunit.phar', 'pest'), marks, frame),
  read: readPhpunit,
};

interface OpenFailure {
  name: string;
  text: FailureText;
  line: number;
}

function readPhpunit(): Reader {
  /** Failures as they happened (testdox), and as the list at the end repeats them. */
  const asTheyCame = createTestReport();
  const listed = createTestReport();
  const sums = new Map<string, number>();
  const runTime = createRunTime();
  let isFound = false;
  /** The closing list also includes skipped and risky tests; this is true inside its part with failures. */
  let isFailurePart = false;
  let isRetold = false;
  let open: OpenFailure | null = null;

  const close = () => {
    if (open)
      (isRetold ? listed : asTheyCame).fail({
        ...open.text.finish(null),
        name: [open.name],
        line: open.line,
      });
    open = null;
  };
  const add = (word: string, count: number) => sums.set(word, (sums.get(word) ?? 0) + count);
  return {
    line(line, number) {
      const match = line.startsWith('Tests: ') ? verdict.exec(line) : null;
      const right = line.startsWith('OK (') ? allRight.exec(line) : null;
      if (match || right) {
        close();
        isFound = true;
        add('Tests', Number(match?.[1] ?? right?.[1]));
        for (const [, word, count] of (match?.[2] ?? '').matchAll(/, ([A-Z][\w ]*): (\d+)/g))
          add(word ?? '', Number(count));
        return;
      }
      const time = line.startsWith('Time: ') ? /^Time: ([^,]+),/.exec(line)?.[1] : undefined;
      if (time !== undefined) runTime.add(time);
      const part = line.startsWith('There w') ? partStart.exec(line)?.[1] : undefined;
      if (part !== undefined) {
        close();
        isFailurePart = /error|failure/.test(part);
        isRetold = true;
        return;
      }
      if (line === '--') return close();
      if (line === 'Summary of non-successful tests:') {
        close();
        isRetold = true;
        return;
      }
      const start = (isFailurePart ? failureStart.exec(line) : null) ?? testdoxStart.exec(line);
      if (start) {
        close();
        open = { name: start[1] ?? '', text: createFailureText(), line: number };
      } else if (open) {
        if (/^ [✔↩☢∅] /.test(line)) return close();
        const text = line.replace(/^ {3}[┐│├┊╵┴] ?/, '').trim();
        const frame = phpFrame.exec(text);
        open.text.add(frame ? `at ${text}` : text);
      }
    },
    finish() {
      close();
      const report = listed.failureCount > 0 ? listed : asTheyCame;
      if (!isFound && report.failureCount === 0) return null;
      const of = (word: string) => sums.get(word) ?? 0;
      const [failed, errors, skipped] = [of('Failures'), of('Errors'), of('Skipped')];
      const incomplete = of('Incomplete');
      return report.summarize({
        kind: 'phpunit',
        counts: [
          [isFound ? failed : report.failureCount, 'failed'],
          [errors, errors === 1 ? 'error' : 'errors'],
          [Math.max(0, of('Tests') - failed - errors - skipped - incomplete), 'passed'],
          [skipped, 'skipped'],
          [incomplete, 'incomplete'],
          [of('Risky'), 'risky'],
          [of('Warnings'), 'warnings'],
        ],
        duration: runTime.only,
      });
    },
  };
}
