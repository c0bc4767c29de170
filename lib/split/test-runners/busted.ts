import { mark } from '../marks.ts';
import { createFailureText } from './failure-text.ts';
import { isTestProgram } from './recognise-tests.ts';
import { ended, type LineMeaning, summarizerOf } from './test-form.ts';

const verdict =
  /^(\d+) success(?:es)? \/ (\d+) failures? \/ (\d+) errors? \/ (\d+) pending : ([\d.]+ seconds)$/;
/** `Failure -> spec/rates_spec.lua @ 4`, with the test's name on the next line. */
const failureStart = /^(?:Failure|Error) (?:->|→) (\S+) @ (\d+)$/;

/** busted, a test runner for Lua. */
export const busted = summarizerOf({
  kind: 'busted',
  isNamed: isTestProgram('busted'),
  marks: [mark(/^\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors? \/ \d+ pending : /m, ' pending : ')],
  frame: /^[-+*.●◼◌✱]+$/m,
  words: ['failed', 'errors', 'passed', 'pending'],
  createText() {
    const text = createFailureText();
    let side: string | null = null;
    return {
      add(line) {
        const match = /^(?:(Passed in)|Expected):$/.exec(line);
        if (match) side = match[1] === undefined ? 'expected' : 'actual';
        else if (side !== null) {
          text.add(`${side}: ${line}`);
          side = null;
        } else text.add(line);
      },
      finish: (file) => text.finish(file),
    };
  },
  createLineReader() {
    let location: { path: string; line: string } | null = null;
    return (line): LineMeaning | null => {
      const match = line.includes(' pending : ') ? verdict.exec(line) : null;
      if (match) {
        const [passed = 0, failed = 0, errors = 0, pending = 0] = match.slice(1, 5).map(Number);
        return {
          kind: 'counts',
          counts: [
            [failed, 'failed'],
            [errors, 'errors'],
            [passed, 'passed'],
            [pending, 'pending'],
          ],
          duration: match[5] ?? '',
        };
      }
      if (location !== null) {
        const test = location;
        location = null;
        return { kind: 'failure', name: [line], test };
      }
      const start = line.includes(' @ ') ? failureStart.exec(line) : null;
      if (start) location = { path: start[1] ?? '', line: start[2] ?? '' };
      return start || line.startsWith('Pending ') ? ended : null;
    };
  },
});
