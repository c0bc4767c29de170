import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
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
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  result: createCounts(),
  duration: null as string | null,
  last: null as string | null,
  open: null as OpenFailure | null,
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  if (reading.open) {
    const { name, file, at, text, line } = reading.open;
    const meaning = text.finish(file);
    const test = meaning.test?.line ? meaning.test : { path: file, line: at };
    reading.report.fail({ ...meaning, test, name, line });
  }
  reading.open = null;
}

function readLine(reading: Reading, line: string, number: number) {
  if (line.startsWith('Running ') && runStart.test(line)) {
    close(reading);
    reading.result.settle();
    reading.last = null;
  }
  if (!line.startsWith('  ')) return;
  const match = verdict.exec(line);
  if (match) {
    close(reading);
    reading.result.set(match[2] ?? '', Number(match[1]));
    reading.duration = match[3] ?? reading.duration;
    return;
  }
  const start = failureStart.exec(line);
  if (!start) return reading.open?.text.add(line);
  const [, project, file = '', at = '', said2 = ''] = start;
  const title = said2.replace(/ ─+$/, '').trim();
  close(reading);
  // The line reporter prints a failure when it happens and may repeat it.
  if (`${project} ${file}:${at} ${title}` === reading.last) return;
  reading.last = `${project} ${file}:${at} ${title}`;
  reading.open = {
    name: project === undefined ? [title] : [title, `[${project}]`],
    file,
    at,
    text: createFailureText(),
    line: number,
  };
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  if (reading.result.isEmpty && reading.report.failureCount === 0) return null;
  return reading.report.summarize({
    kind: 'playwright',
    counts: [
      [reading.result.isEmpty ? reading.report.failureCount : reading.result.of('failed'), 'failed'],
      ...(['flaky', 'interrupted', 'passed', 'skipped', 'did not run'] as const).map(
        (word) => [reading.result.of(word), word] as const,
      ),
    ],
    runs: reading.result.runs(outcomes.map((word) => [word, word])),
    duration: reading.duration,
    also: reading.result.isEmpty ? ['stopped before its report'] : [],
  });
}
