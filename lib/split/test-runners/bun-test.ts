import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createCounts } from './counts.ts';
import { createCoverageNotes } from './coverage-notes.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { filesFailed } from './files-failed.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import { createTestReport } from './test-report.ts';

/** `(fail) rate > adds a quarter a zone [0.08ms]`; in a terminal `✗ rate > …`. */
const point = /^(\(pass\)|\(fail\)|\(skip\)|\(todo\)|[✓✗»✎]) (.+?)(?: \[[\d.]+m?s\])?$/;
const figure = /^ +(\d+) (pass|fail|skip|todo|filtered out|errors?)$/;
const total = /^Ran \d+ tests across (\d+) files?\. +\[([\d.]+m?s)\]/;
const heading = /^(\S+\.[cm]?[jt]sx?):$/;
const words = { pass: 'passed', fail: 'failed', skip: 'skipped', error: 'errors' };

const marks = [mark(/^bun test v\d|^Ran \d+ tests across \d+ files?\./m, 'bun test v', 'Ran ')];

/** `bun test` prints the details of a failure before the test's name. */
export const bunTest: Summarizer = {
  kind: 'bun test',
  covers: 'part',
  recognise: recogniseTests(({ name, args }) => name === 'bun' && args.includes('test'), marks),
  read: readBunTest,
};

function readBunTest(): Reader {
  const report = createTestReport();
  const coverage = createCoverageNotes();
  const counts = createCounts();
  let failureText: FailureText = createFailureText();
  let file: string | null = null;
  const failedFiles = new Set<string>();
  let files = 0;
  const runTime = createRunTime();
  let isOver = false;
  let outside: number | null = null;

  const fail = (name: string, line: number) => {
    report.fail({ ...failureText.finish(file), name: [name], line });
    if (file !== null && failedFiles.size < 2_000) failedFiles.add(file);
  };
  const endOutside = () => {
    if (outside !== null) fail('error outside tests', outside);
    outside = null;
  };
  return {
    line(line, number) {
      const ended = line.startsWith('Ran ') ? total.exec(line) : null;
      if (ended) {
        files += Number(ended[1]);
        if (ended[2] !== undefined) runTime.add(ended[2]);
        isOver = false;
        return;
      }
      const count = line[0] === ' ' ? figure.exec(line) : null;
      if (count) {
        const word = (count[2] ?? '').replace(/^errors$/, 'error');
        return counts.add(
          Object.entries(words).find(([known]) => known === word)?.[1] ?? word,
          Number(count[1]),
        );
      }
      const match = !isOver && /[(✓✗»✎]/.test(line[0] ?? '') ? point.exec(line) : null;
      if (match) {
        endOutside();
        if (match[1] === '(fail)' || match[1] === '✗') fail(match[2] ?? '', number);
        failureText = createFailureText();
        return;
      }
      const start = line.endsWith(':') ? heading.exec(line) : null;
      if (start) {
        endOutside();
        file = start[1] ?? null;
        failureText = createFailureText();
      } else if (line.startsWith('# Unhandled error between tests')) {
        failureText = createFailureText();
        outside = number;
      } else if (/^\d+ tests? (?:failed|skipped|todo):$/.test(line)) isOver = true;
      else if (outside === null || !/^-{5,}$/.test(line)) failureText.add(line);
      coverage.line(line, number);
    },
    finish() {
      endOutside();
      if (counts.isEmpty && report.failureCount === 0) return null;
      const isReported = !counts.isEmpty;
      return report.summarize({
        kind: 'bun test',
        counts: isReported
          ? (['failed', 'errors', 'passed', 'skipped', 'todo', 'filtered out'] as const).map(
              (word) => [counts.of(word), word === 'errors' ? 'errors outside tests' : word] as const,
            )
          : [[report.failureCount, 'failed']],
        duration: runTime.only,
        also: isReported
          ? files > 0
            ? [filesFailed(failedFiles.size, files)]
            : []
          : ['stopped before its report'],
        notes: coverage.facts(),
        isBroken: coverage.isMissed,
      });
    },
  };
}
