import type { Reader, Summarizer } from '../summarizer.ts';
import { createCounts } from './counts.ts';
import type { Place } from './place.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createTestReport } from './test-report.ts';

const verdict =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; (\d+) filtered out(?:; finished in ([\d.]+)s)?/;
const point = /^test (.+?) \.\.\. (ok|FAILED|ignored)/;
const blockStart = /^---- (.+) (?:stdout|stderr) ----$/;
/** `thread 'main' (12) panicked at src/lib.rs:5:1:`, the message below; before 1.73 `panicked at 'message', src/lib.rs:5:1`. */
const panicked = /^thread '.*' (?:\(\d+\) )?panicked at (?:'(.*)', )?([^\s:]+\.rs):(\d+)(?::\d+)?:?$/;
const oldPanic = /^thread '.*' panicked at '(.*)$/;
const foreign = /^\/rustc\/|\.cargo\/registry|\/library\/(?:std|core|alloc)\//;

const isMarked = (text: string): boolean =>
  text.includes('test result: ')
    ? /^test result: (?:ok|FAILED)\. \d+ passed; /m.test(text)
    : text.includes('running ') && /^running \d+ tests?\ntest /m.test(text);

/** What `cargo test` prints of libraries, programs and examples in documents. */
export const cargoTest: Summarizer = {
  kind: 'cargo test',
  covers: 'part',
  recognise: (evidence) =>
    recogniseTests(
      evidence,
      ({ name, args }) => name === 'cargo' && (args.includes('test') || args[0] === 't'),
      isMarked,
    ),
  read: readCargoTest,
};

interface OpenFailure {
  name: string;
  message: string[];
  place: Place | null;
  left: string[];
  right: string[];
  /** The panic's message is on the next line. */
  isAwaited: boolean;
  line: number;
}

function readCargoTest(): Reader {
  const report = createTestReport();
  const told = createCounts();
  const listed = createCounts();
  let seconds = 0;
  let isFound = false;
  let open: OpenFailure | null = null;

  const close = () => {
    if (open) {
      const { name, message, place, left, right, line } = open;
      report.fail({
        name: [name],
        test: place,
        raised: null,
        message: message.slice(0, 1),
        sides: { expected: right, actual: left },
        line,
      });
    }
    open = null;
  };
  const readBlock = (failure: OpenFailure, line: string) => {
    const panic = line.startsWith('thread ') ? panicked.exec(line) : null;
    if (panic) {
      const [, said, path = '', at = null] = panic;
      if (!foreign.test(path)) failure.place ??= { path, line: at };
      failure.isAwaited = said === undefined && failure.message.length === 0;
      if (said !== undefined) failure.message.push(said);
      return;
    }
    const cut = line.startsWith('thread ') ? oldPanic.exec(line)?.[1] : undefined;
    if (cut !== undefined) failure.message.push(cut);
    else if (failure.isAwaited) {
      failure.message.push(line);
      failure.isAwaited = false;
    } else readValues(failure, line);
  };
  return {
    line(line, number) {
      const first = line[0];
      if (first === 't' && line.startsWith('test ')) {
        const said = verdict.exec(line);
        if (said) {
          close();
          isFound = true;
          const words = ['passed', 'failed', 'ignored', 'measured', 'filtered out'];
          for (const [place, word] of words.entries()) told.add(word, Number(said[place + 1]));
          seconds += Number(said[6] ?? 0);
          return;
        }
        const found = open ? null : point.exec(line);
        if (found) listed.add(found[2] ?? '', 1);
      }
      const start = first === '-' ? blockStart.exec(line) : null;
      if (start) {
        close();
        open = {
          name: start[1] ?? '',
          message: [],
          place: null,
          left: [],
          right: [],
          isAwaited: false,
          line: number,
        };
      } else if (open && line === 'failures:') close();
      else if (open) readBlock(open, line);
    },
    finish() {
      close();
      if (!isFound && listed.isEmpty) return null;
      const failed = isFound ? told.of('failed') : listed.of('FAILED');
      return report.summarize({
        kind: 'cargo test',
        counts: [
          [failed, 'failed'],
          [isFound ? told.of('passed') : listed.of('ok'), 'passed'],
          [isFound ? told.of('ignored') : listed.of('ignored'), 'ignored'],
          [told.of('measured'), 'measured'],
          [told.of('filtered out'), 'filtered out'],
        ],
        duration: isFound ? `${seconds.toFixed(2)}s` : null,
        also: isFound ? [] : ['stopped before its report'],
      });
    },
  };
}

/** `  left: 4.375`, ` right: 4.4`; `Error: "printer is offline"` of a test that returns one. */
function readValues(failure: OpenFailure, line: string): void {
  const value = /^ {1,2}(left|right): (.+)$/.exec(line);
  if (value) {
    // Before 1.73 the place stood behind the last value.
    const end = /', ([^\s:]+\.rs):(\d+)(?::\d+)?$/.exec(line);
    if (end) failure.place ??= { path: end[1] ?? '', line: end[2] ?? null };
    const text = end ? (value[2] ?? '').slice(0, -end[0].length) : (value[2] ?? '');
    const side = value[1] === 'left' ? failure.left : failure.right;
    if (side.length === 0) side.push(text.replace(/^`(.*)`,?$/, '$1'));
  } else if (line.startsWith('Error: ') && failure.message.length === 0) failure.message.push(line);
}
