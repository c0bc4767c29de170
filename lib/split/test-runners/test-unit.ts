import { mark } from '../marks.ts';
import { createFailureText } from './failure-text.ts';
import { ended, type LineMeaning, nothing, summarizerOf } from './test-form.ts';

const verdict =
  /^(\d+) tests, \d+ assertions, (\d+) failures, (\d+) errors, (\d+) pendings, (\d+) omissions, \d+ notifications$/;
/** `Failure: test_zones(RatesTest)`, `Error: test_zones(RatesTest): ArgumentError: no band`. */
const failureStart = /^(?:Failure|Error): (\S[^:]*\([\w:]+\))(?:: (.*))?$/;
const frame = /^(\S+\.rb:\d+):in /;
const codeLine = /^ +(?:=> *)?\d+: /;

/** Ruby's test-unit. */
export const testUnit = summarizerOf({
  kind: 'test-unit',
  isNamed: () => false,
  marks: [mark(/^\d+ tests, \d+ assertions, \d+ failures, .* notifications$/m, ' notifications')],
  frame: /^(?:Loaded suite |Finished in [\d.]+)/m,
  words: ['failed', 'errors', 'passed', 'pending', 'skipped'],
  createText() {
    const text = createFailureText();
    let side = 'expected';
    return {
      add(line) {
        const value = /^<(.*)>(?: expected but was)?$/.exec(line)?.[1];
        const location = frame.exec(line)?.[1];
        if (value !== undefined) {
          text.add(`${side}: ${value}`);
          side = 'actual';
        } else text.add(location === undefined ? line : `# ${location}`);
      },
      finish: (file) => text.finish(file),
    };
  },
  createLineReader: () => readLine,
});

function readLine(line: string): LineMeaning | null {
  const match = line.endsWith(' notifications') ? verdict.exec(line) : null;
  if (match) {
    const [total = 0, failed = 0, errors = 0, pending = 0, omitted = 0] = match.slice(1).map(Number);
    return {
      kind: 'counts',
      counts: [
        [failed, 'failed'],
        [errors, 'errors'],
        [total - failed - errors - pending - omitted, 'passed'],
        [pending, 'pending'],
        [omitted, 'skipped'],
      ],
    };
  }
  const start = failureStart.exec(line);
  if (start) return { kind: 'failure', name: [start[1] ?? ''], ...(start[2] ? { message: start[2] } : {}) };
  const time = line.startsWith('Finished in ') ? /^Finished in ([\d.]+) seconds/.exec(line)?.[1] : undefined;
  if (time !== undefined) return { kind: 'duration', duration: `${time} seconds` };
  if (/^={70,}$/.test(line) || line === 'diff:') return ended;
  return codeLine.test(line) ? nothing : null;
}
