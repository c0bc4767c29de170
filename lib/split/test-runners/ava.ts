import { createReader } from '../create-reader.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createCounts } from './counts.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { noSides } from './test-failure.ts';
import { createTestReport } from './test-report.ts';

const verdict =
  /^ {2}(\d+) (tests? failed|tests? passed|tests? skipped|tests? todo|known failures?|uncaught exceptions?|unhandled rejections?|tests? were pending.*)$/;
const locationLine = /^ {2}([^\s:]+\.[cm]?[jt]sx?):(\d+)$/;

const marks = [
  mark(/\n {2}✘ \[fail\]: /, '  ✘ [fail]: '),
  mark((text) => text.includes('\n  ─\n') && /^ {2}\d+ tests? (?:passed|failed)$/m.test(text), '\n  ─\n'),
];

export const ava: Summarizer = {
  kind: 'ava',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('ava'), marks),
  read: readAva,
};

const failedMark = '  ✘ [fail]: ';
const maxFailing = 300;

interface OpenFailure {
  name: string;
  file: string;
  at: string;
  text: FailureText;
  line: number;
}

function readAva(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  result: createCounts(),
  words: new Set(['failed', 'passed']),
  wasReported: false,
  passed: 0,
  title: null as { name: string; line: number } | null,
  open: null as OpenFailure | null,
  /** Failures by the lines that list them; some have no location, and so no block that is read. */
  failing: new Map<string, number>(),
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  if (reading.open) {
    const { name, file, at, text, line } = reading.open;
    const listed = [...reading.failing.keys()].find((known) => known.startsWith(name));
    if (listed !== undefined) reading.failing.delete(listed);
    reading.report.fail({ ...text.finish(file), test: { path: file, line: at }, name: [name], line });
  }
  reading.open = null;
}

function readLine(reading: Reading, line: string, number: number) {
  if (!line.startsWith('  ')) return;
  const isPassed = line.startsWith('  ✔ ');
  if (reading.wasReported && (isPassed || line.startsWith('  ✘ '))) {
    reading.result.settle();
    reading.passed = 0;
    reading.wasReported = false;
  }
  if (isPassed) {
    if (!line.startsWith('  ✔ [expected fail]')) reading.passed += 1;
    return;
  }
  if (line.startsWith(failedMark) && reading.failing.size < maxFailing)
    reading.failing.set(line.slice(failedMark.length), number);
  if (line[2] === ' ') return reading.open?.text.add(line);
  const match = verdict.exec(line);
  if (match) {
    close(reading);
    const word = (match[2] ?? '').replace(/^tests? /, '');
    reading.words.add(word);
    // When tests fail, ava does not print how many passed.
    if (!reading.wasReported) reading.result.set('passed', reading.passed);
    reading.result.set(word, Number(match[1]));
    reading.wasReported = true;
    return;
  }
  const location = locationLine.exec(line);
  if (location && reading.title) {
    close(reading);
    reading.open = {
      name: reading.title.name,
      file: location[1] ?? '',
      at: location[2] ?? '',
      text: createFailureText(),
      line: reading.title.line,
    };
    return;
  }
  if (/^ {2}\S/.test(line)) reading.title = { name: line.trim(), line: number };
  reading.open?.text.add(line);
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  for (const [name, line] of reading.failing)
    reading.report.fail({ test: null, raised: null, message: [], sides: noSides, name: [name], line });
  if (reading.result.isEmpty && reading.report.failureCount === 0) return null;
  return reading.report.summarize({
    kind: 'ava',
    counts: [
      ...(reading.result.isEmpty
        ? ([
            [reading.report.failureCount, 'failed'],
            [reading.passed, 'passed'],
          ] as const)
        : [...reading.words].map((word) => [reading.result.of(word), word] as const)),
    ],
    runs: reading.result.runs([...reading.words].map((word) => [word, word])),
    duration: null,
    also: reading.result.isEmpty ? ['stopped before its report'] : [],
  });
}
