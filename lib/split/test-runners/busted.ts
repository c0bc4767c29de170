import { mark } from '../marks.ts';
import { createFailureText } from './failure-text.ts';
import { isProgram } from './recognise-tests.ts';
import { ended, summarizerOf, type ToldByLine } from './test-form.ts';

const verdict =
  /^(\d+) success(?:es)? \/ (\d+) failures? \/ (\d+) errors? \/ (\d+) pending : ([\d.]+ seconds)$/;
/** `Failure -> spec/rates_spec.lua @ 4`, and its name on the line below. */
const failureStart = /^(?:Failure|Error) (?:->|→) (\S+) @ (\d+)$/;

/** Lua's busted. */
export const busted = summarizerOf({
  kind: 'busted',
  isNamed: isProgram('busted'),
  marks: [mark(/^\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors? \/ \d+ pending : /m, ' pending : ')],
  frame: /^[-+*.●◼◌✱]+$/m,
  words: ['failed', 'errors', 'passed', 'pending'],
  createText() {
    const text = createFailureText();
    let side: string | null = null;
    return {
      add(line) {
        const found = /^(?:(Passed in)|Expected):$/.exec(line);
        if (found) side = found[1] === undefined ? 'expected' : 'actual';
        else if (side !== null) {
          text.add(`${side}: ${line}`);
          side = null;
        } else text.add(line);
      },
      finish: (file) => text.finish(file),
    };
  },
  createLineReader() {
    let place: { path: string; line: string } | null = null;
    return (line): ToldByLine | null => {
      const said = line.includes(' pending : ') ? verdict.exec(line) : null;
      if (said) {
        const [passed = 0, failed = 0, errors = 0, pending = 0] = said.slice(1, 5).map(Number);
        return {
          tells: 'counts',
          counts: [
            [failed, 'failed'],
            [errors, 'errors'],
            [passed, 'passed'],
            [pending, 'pending'],
          ],
          duration: said[5] ?? '',
        };
      }
      if (place !== null) {
        const test = place;
        place = null;
        return { tells: 'failure', name: [line], test };
      }
      const start = line.includes(' @ ') ? failureStart.exec(line) : null;
      if (start) place = { path: start[1] ?? '', line: start[2] ?? '' };
      return start || line.startsWith('Pending ') ? ended : null;
    };
  },
});
