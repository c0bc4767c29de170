import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createCounts } from './counts.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import { createTestReport } from './test-report.ts';

/** `Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 5 ms - Parcel.Tests.dll (net8.0)`. */
const verdict =
  /^(?:Passed|Failed|Skipped)! +- +Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+), Total: +\d+, Duration: ([^-]+?) - /;
const failureStart = /^ {2}Failed (.+?)(?: \[[^\]]+\])?$/;
const pointStart = /^ {2}(?:Passed|Skipped) \S/;
const total = /^ +(Passed|Failed|Skipped): (\d+)$/;

const marks = [
  mark(
    /^(?:(?:Passed|Failed)! +- +Failed: +\d+, Passed: |Total tests: \d+$)/m,
    'Passed! ',
    'Failed! ',
    'Total tests: ',
  ),
];

/** `dotnet test`, as the console logger of VSTest prints it. */
export const dotnetTest: Summarizer = {
  kind: 'dotnet test',
  covers: 'part',
  recognise: recogniseTests(
    ({ name, args }) => name === 'dotnet' && (args[0] === 'test' || args[0] === 'vstest'),
    marks,
  ),
  read: readDotnetTest,
};

interface OpenFailure {
  name: string;
  text: FailureText;
  line: number;
}

function readDotnetTest(): Reader {
  const report = createTestReport();
  const counts = createCounts();
  const runTime = createRunTime();
  let open: OpenFailure | null = null;

  const close = () => {
    if (open) report.fail({ ...open.text.finish(null), name: [open.name], line: open.line });
    open = null;
  };
  return {
    line(line, number) {
      const match = line.includes('! ') ? verdict.exec(line) : null;
      if (match) {
        close();
        for (const [index, word] of ['failed', 'passed', 'skipped'].entries())
          counts.add(word, Number(match[index + 1]));
        runTime.add(match[4]?.trim() ?? '');
        return;
      }
      if (line[0] !== ' ') return open?.text.add(line);
      const figure = total.exec(line);
      if (figure) {
        close();
        counts.set((figure[1] ?? '').toLowerCase(), Number(figure[2]));
        return;
      }
      const start = failureStart.exec(line);
      if (start) {
        close();
        open = { name: start[1] ?? '', text: createFailureText({ isMessageLong: true }), line: number };
      } else if (pointStart.test(line)) close();
      else if (open && !/^ {2}(?:Error Message|Stack Trace|Standard Output Messages):$/.test(line))
        open.text.add(line);
    },
    finish() {
      close();
      if (counts.isEmpty && report.failureCount === 0) return null;
      return report.summarize({
        kind: 'dotnet test',
        counts: [
          [counts.isEmpty ? report.failureCount : counts.of('failed'), 'failed'],
          [counts.of('passed'), 'passed'],
          [counts.of('skipped'), 'skipped'],
        ],
        duration: runTime.only,
      });
    },
  };
}
