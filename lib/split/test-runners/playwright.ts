import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createCounts } from './counts.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^ {2}(\d+) (failed|flaky|interrupted|skipped|did not run|passed)(?: \((.+)\))?$/;
/** `  1) [chromium] › test/quote.spec.js:6:3 › rate › adds a quarter ────`. */
const failureStart = /^ {2}\d+\) (?:\[([^\]]+)\] › )?([^\s:]+\.[cm]?[jt]sx?):(\d+):\d+ › (.*)$/;

const runStart = /^Running \d+ tests? using \d+ workers?$/m;
const marks = [mark(runStart, 'Running '), mark(/^ {2}\d+\) (?:\[[^\]]+\] › )?[^\s:]+:\d+:\d+ › /m, ' › ')];

export const playwright: Summarizer = {
  kind: 'playwright',
  covers: 'part',
  recognise: recogniseTests(({ name, args }) => name === 'playwright' && args[0] === 'test', marks),
  read: readPlaywright,
};

interface OpenFailure {
  name: string[];
  file: string;
  at: string;
  text: FailureText;
  line: number;
}

const outcomes = ['failed', 'flaky', 'interrupted', 'passed', 'skipped', 'did not run'] as const;

function readPlaywright(): Reader {
  const report = createTestReport();
  const result = createCounts();
  let duration: string | null = null;
  let last: string | null = null;
  let open: OpenFailure | null = null;

  const close = () => {
    if (open) {
      const { name, file, at, text, line } = open;
      const meaning = text.finish(file);
      const test = meaning.test?.line ? meaning.test : { path: file, line: at };
      report.fail({ ...meaning, test, name, line });
    }
    open = null;
  };
  return {
    line(line, number) {
      if (line.startsWith('Running ') && runStart.test(line)) {
        close();
        result.settle();
        last = null;
      }
      if (!line.startsWith('  ')) return;
      const match = verdict.exec(line);
      if (match) {
        close();
        result.set(match[2] ?? '', Number(match[1]));
        duration = match[3] ?? duration;
        return;
      }
      const start = failureStart.exec(line);
      if (!start) return open?.text.add(line);
      const [, project, file = '', at = '', said2 = ''] = start;
      const title = said2.replace(/ ─+$/, '').trim();
      close();
      // The line reporter prints a failure when it happens and may repeat it.
      if (`${project} ${file}:${at} ${title}` === last) return;
      last = `${project} ${file}:${at} ${title}`;
      open = {
        name: project === undefined ? [title] : [title, `[${project}]`],
        file,
        at,
        text: createFailureText(),
        line: number,
      };
    },
    finish() {
      close();
      if (result.isEmpty && report.failureCount === 0) return null;
      return report.summarize({
        kind: 'playwright',
        counts: [
          [result.isEmpty ? report.failureCount : result.of('failed'), 'failed'],
          ...(['flaky', 'interrupted', 'passed', 'skipped', 'did not run'] as const).map(
            (word) => [result.of(word), word] as const,
          ),
        ],
        runs: result.runs(outcomes.map((word) => [word, word])),
        duration,
        also: result.isEmpty ? ['stopped before its report'] : [],
      });
    },
  };
}
