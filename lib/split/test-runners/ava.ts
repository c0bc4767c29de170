import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
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
  const report = createTestReport();
  const result = createCounts();
  const words = new Set(['failed', 'passed']);
  let wasReported = false;
  let passed = 0;
  let title: { name: string; line: number } | null = null;
  let open: OpenFailure | null = null;

  /** Failures by the lines that list them; some have no location, and so no block that is read. */
  const failing = new Map<string, number>();
  const close = () => {
    if (open) {
      const { name, file, at, text, line } = open;
      const listed = [...failing.keys()].find((known) => known.startsWith(name));
      if (listed !== undefined) failing.delete(listed);
      report.fail({ ...text.finish(file), test: { path: file, line: at }, name: [name], line });
    }
    open = null;
  };
  return {
    line(line, number) {
      if (!line.startsWith('  ')) return;
      const isPassed = line.startsWith('  ✔ ');
      if (wasReported && (isPassed || line.startsWith('  ✘ '))) {
        result.settle();
        passed = 0;
        wasReported = false;
      }
      if (isPassed) {
        if (!line.startsWith('  ✔ [expected fail]')) passed += 1;
        return;
      }
      if (line.startsWith(failedMark) && failing.size < maxFailing)
        failing.set(line.slice(failedMark.length), number);
      if (line[2] === ' ') return open?.text.add(line);
      const match = verdict.exec(line);
      if (match) {
        close();
        const word = (match[2] ?? '').replace(/^tests? /, '');
        words.add(word);
        // When tests fail, ava does not print how many passed.
        if (!wasReported) result.set('passed', passed);
        result.set(word, Number(match[1]));
        wasReported = true;
        return;
      }
      const location = locationLine.exec(line);
      if (location && title) {
        close();
        open = {
          name: title.name,
          file: location[1] ?? '',
          at: location[2] ?? '',
          text: createFailureText(),
          line: title.line,
        };
        return;
      }
      if (/^ {2}\S/.test(line)) title = { name: line.trim(), line: number };
      open?.text.add(line);
    },
    finish() {
      close();
      for (const [name, line] of failing)
        report.fail({ test: null, raised: null, message: [], sides: noSides, name: [name], line });
      if (result.isEmpty && report.failureCount === 0) return null;
      return report.summarize({
        kind: 'ava',
        counts: [
          ...(result.isEmpty
            ? ([
                [report.failureCount, 'failed'],
                [passed, 'passed'],
              ] as const)
            : [...words].map((word) => [result.of(word), word] as const)),
        ],
        runs: result.runs([...words].map((word) => [word, word])),
        duration: null,
        also: result.isEmpty ? ['stopped before its report'] : [],
      });
    },
  };
}
