import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
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
  const report = createTestReport();
  const sums = [0, 0, 0, 0];
  let isFound = false;
  let duration: string | null = null;
  let awaits: 'name' | 'skip' | null = null;
  let open: OpenFailure | null = null;

  const close = () => {
    if (open) {
      const { name, file, at, text, line } = open;
      const meaning = text.finish(null);
      report.fail({
        ...meaning,
        test: file === null ? meaning.test : { path: file, line: at },
        raised: file === null ? meaning.raised : null,
        name: [name],
        line,
      });
    }
    open = null;
  };
  return {
    line(line, number) {
      if (!/[\d FES]/.test(line[0] ?? '')) {
        if (awaits === null) return open?.text.add(line);
      }
      const start = blockStart.exec(line);
      if (start) {
        close();
        awaits = start[1] === 'Skipped' ? 'skip' : 'name';
        return;
      }
      if (awaits !== null) {
        const match = awaits === 'name' ? nameLine.exec(line) : null;
        awaits = null;
        if (match)
          open = {
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
        close();
        isFound = true;
        for (const index of [0, 1, 2, 3]) sums[index] = (sums[index] ?? 0) + Number(matched[index + 1] ?? 0);
        return;
      }
      duration = finished.exec(line)?.[1] ?? duration;
      const frame = rubyFrame.exec(line)?.[1];
      open?.text.add(frame === undefined ? line : `# ${frame}`);
    },
    finish() {
      close();
      if (!isFound) return null;
      const [runs = 0, failed = 0, errors = 0, skipped = 0] = sums;
      return report.summarize({
        kind: 'minitest',
        counts: [
          [failed, 'failed'],
          [errors, errors === 1 ? 'error' : 'errors'],
          [Math.max(0, runs - failed - errors - skipped), 'passed'],
          [skipped, 'skipped'],
        ],
        duration,
      });
    },
  };
}
