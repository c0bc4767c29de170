import { mark } from '../marks.ts';
import { createPanicText } from './panic-text.ts';
import { countsIn, ended, type LineMeaning, nothing, summarizerOf } from './test-form.ts';

const verdict = /^ +Summary \[ *([\d.]+s)\] +(?:\d+\/)?\d+ tests? run: (.*)$/;
/** `        FAIL [   0.005s] (2/3) parcel tests::adds`; a test may be killed, or take too long. */
const failed =
  /^ +(?:FAIL|ABORT|TIMEOUT|SIG[A-Z]+|LEAK-FAIL|TRY \d+ (?:FAIL|SIG[A-Z]+|TMT))(?: \[[ >]*[\d.]+s\])? (?:\( *\d+\/\d+\) )?(\S+) (\S.*)$/;
const passed = /^ +(?:PASS|SLOW|FLAKY|LEAK|SKIP)\b/;
/** A test that failed is tried again. */
const passedLate = /^ +TRY \d+ PASS(?: \[[ >]*[\d.]+s\])? (?:\( *\d+\/\d+\) )?(\S+) (\S.*)$/;
/** `  stderr ───`, `--- STDERR:              parcel tests::adds ---`. */
const part =
  /^ *(?:(?:stdout|stderr|output) ─{3}|[─-]{3,} (?:TRY \d+ )?(?:STDOUT|STDERR|OUTPUT)(?:: +\S+ \S.*)?)/;
const words = { passed: 'passed', failed: 'failed', timed: 'timed out', skipped: 'skipped' };

/** `cargo nextest run`, which runs each test in its own process. */
export const nextest = summarizerOf({
  kind: 'nextest',
  isNamed: ({ name, args }) => (name === 'cargo' && args.includes('nextest')) || name === 'cargo-nextest',
  marks: [mark(/^ +Summary \[ *[\d.]+s\] +(?:\d+\/)?\d+ tests? run: /m, ' run: ')],
  words: ['failed', 'timed out', 'passed', 'skipped'],
  createText() {
    const text = createPanicText();
    // nextest indents what a test printed.
    return { add: (line) => text.add(line.trimStart()), finish: () => text.finish() };
  },
  createLineReader: () => readLine,
});

function readLine(line: string): LineMeaning | null {
  if (line[0] !== ' ' && line[0] !== '-' && line[0] !== '─') return null;
  const match = line.includes(' Summary ') ? verdict.exec(line) : null;
  if (match) {
    const counts = countsIn(match[2] ?? '', words);
    return { kind: 'counts', counts, duration: match[1] ?? '' };
  }
  const start = failed.exec(line);
  if (start) return { kind: 'failure', name: [start[1] ?? '', start[2] ?? ''] };
  const late = passedLate.exec(line);
  if (late) return { kind: 'passed', name: [late[1] ?? '', late[2] ?? ''] };
  if (part.test(line)) return nothing;
  return passed.test(line) ? ended : null;
}
