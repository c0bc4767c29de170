import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { readGoEvent } from './go-event.ts';
import { createGoRun, type GoOutcome } from './go-run.ts';
import { recogniseTests } from './recognise-tests.ts';

const result = /^( *)--- (PASS|FAIL|SKIP): (\S+)(?: \(([\d.]+)s\))?/;
const packageLine = /^(ok|FAIL|\?|---) *\t(\S+)\s*(.*)$/;

/** gotestsum: `=== FAIL: rates TestRate (0.00s)`, `DONE 12 tests, 1 skipped, 2 failures in 0.123s`. */
const retold = /^=== (FAIL|SKIP): (\S+) (\S+) \([\d.]+s\)$/;
const done =
  /^DONE (?:\d+ runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, \d+ errors?)? in ([\d.]+s)$/;

const marks = [
  mark(/^(?:ok {2}|FAIL|\? {3})\t\S+\t/m, 'ok  \t', 'FAIL\t', '?   \t'),
  mark(/^DONE (?:\d+ runs, )?\d+ tests?(?:, \d+ \w+)* in [\d.]+s$/m, 'DONE '),
  mark(
    /^ *--- (?:PASS|FAIL|SKIP): Test\S+ \(\d+\.\d+s\)$/m,
    '--- PASS: Test',
    '--- FAIL: Test',
    '--- SKIP: Test',
  ),
];

/** `go test` output, with and without `-v`. */
export const goTest: Summarizer = {
  kind: 'go test',
  covers: 'part',
  recognise: recogniseTests(
    ({ name, args }) => (name === 'go' && args[0] === 'test') || name === 'gotestsum',
    marks,
  ),
  read: readGoTest,
};

/** `go test -json`: one event per line. */
export const goTestJson: Summarizer = {
  kind: 'go test',
  // All lines are events, so no other JSON summarizer applies.
  covers: 'all',
  recognise: recogniseTests(
    ({ name, args }) => name === 'go' && args[0] === 'test' && args.includes('-json'),
    [mark(/^\{"Time":"[^"]+","Action":"\w+","Package":"/m, '"Action":"')],
  ),
  read: readGoTest,
};

function readGoTest(): Reader {
  const run = createGoRun();
  return {
    line(line, number) {
      const first = line[0];
      if (first === undefined) return;
      if (first === '{' && readGoEvent(run, line, number)) return;
      if (first === '=' && line.startsWith('=== ')) {
        const match = /^=== (?:RUN|NAME|CONT) +(\S+)/.exec(line);
        if (match) run.begin(match[1] ?? '');
        const failed = match ? null : retold.exec(line);
        if (failed) run.end(failed[3] ?? '', outcomeOf(failed[1]), number, failed[2]);
        return;
      }
      const matched = first === 'D' ? done.exec(line) : null;
      if (matched) {
        const [tests = 0, skipped = 0, failed = 0] = matched.slice(1, 4).map((count) => Number(count ?? 0));
        return run.total({ tests, skipped, failed, duration: matched[4] ?? '' });
      }
      const end = first === '-' || first === ' ' ? result.exec(line) : null;
      if (end) return run.end(end[3] ?? '', outcomeOf(end[2]), number);
      if (first === 'o' || first === 'F' || first === '?') {
        const match = packageLine.exec(line);
        if (match) return run.endPackage(match[2] ?? '', match[1] ?? '', match[3] ?? '', number);
        if (line === 'FAIL' || line === 'ok') return;
      }
      run.say(line, number);
    },
    finish: () => run.finish(),
  };
}

const outcomeOf = (word: string | undefined): GoOutcome =>
  word === 'FAIL' || word === 'SKIP' ? word : 'PASS';
