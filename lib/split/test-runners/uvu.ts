import { mark } from '../marks.ts';
import { createFailureText } from './failure-text.ts';
import { isTestProgram } from './recognise-tests.ts';
import { type LineMeaning, nothing, summarizerOf } from './test-form.ts';

/** `   FAIL  rate "adds a quarter a zone"`. */
const failureStart = /^ {2,3}FAIL +(.*)$/;
const figure = /^ {2}(Total|Passed|Skipped|Duration): +(\S+)$/;
/** `    ++4.4      (Expected)`, `    --4.375    (Actual)`. */
const side = /^ +(?:\+\+|--)(.*?) +\((Expected|Actual)\)$/;

export const uvu = summarizerOf({
  kind: 'uvu',
  isNamed: isTestProgram('uvu'),
  marks: [mark(/^ {2}Total: +\d+\n {2}Passed: +\d+\n {2}Skipped: +\d+$/m, '  Total:  ')],
  words: ['failed', 'passed', 'skipped'],
  createText() {
    const text = createFailureText();
    return {
      add(line) {
        const match = line.length < 2_000 ? side.exec(line) : null;
        if (match) text.add(`${match[2]}: ${match[1]}`);
        else text.add(line.replace(/ {2}\([a-z]+\)$/, ''));
      },
      finish: (file) => text.finish(file),
    };
  },
  createLineReader() {
    let total = 0;
    return (line): LineMeaning | null => {
      const match = figure.exec(line);
      if (match) {
        const [, what, value = ''] = match;
        if (what === 'Duration') return { kind: 'duration', duration: value };
        if (what === 'Total') total = Number(value);
        if (what !== 'Passed') return what === 'Skipped' ? counts(Number(value), 'skipped') : nothing;
        return {
          kind: 'counts',
          counts: [
            [total - Number(value), 'failed'],
            [Number(value), 'passed'],
          ],
        };
      }
      const start = failureStart.exec(line);
      return start ? { kind: 'failure', name: [start[1] ?? ''] } : null;
    };
  },
});

const counts = (count: number, word: string): LineMeaning => ({ kind: 'counts', counts: [[count, word]] });
