import { mark } from '../marks.ts';
import { createFailureText } from './failure-text.ts';
import { isTestProgram } from './recognise-tests.ts';
import { ended, type LineMeaning, nothing, summarizerOf } from './test-form.ts';

const verdict = /^\d+ specs?, \d+ failures?(?:, \d+ pending specs?)?$/;
const failureStart = /^(?:\d+\)|✗|✘) (\S.*)$/;

export const jasmine = summarizerOf({
  kind: 'jasmine',
  isNamed: isTestProgram('jasmine', 'jasmine-browser-runner'),
  marks: [mark(/^\d+ specs, \d+ failures?(?:,|$)/m, ' specs, ')],
  frame: /^(?:Started$|Finished in [\d.]+ seconds)/m,
  words: ['failed', 'passed', 'pending'],
  createText: () => createFailureText({ isMessageLong: true }),
  createLineReader() {
    let isInFailures = false;
    return (line): LineMeaning | null => {
      if (line === 'Failures:' || line === 'Pending:') {
        isInFailures = line === 'Failures:';
        return ended;
      }
      if (verdict.test(line)) {
        isInFailures = false;
        const [specs = 0, failed = 0, pending = 0] = [...line.matchAll(/\d+/g)].map(Number);
        return {
          kind: 'counts',
          counts: [
            [failed, 'failed'],
            [specs - failed - pending, 'passed'],
            [pending, 'pending'],
          ],
        };
      }
      const time = line.startsWith('Finished in ') ? /^Finished in ([\d.]+ \w+)/.exec(line)?.[1] : undefined;
      if (time !== undefined) return { kind: 'duration', duration: time };
      const start = isInFailures ? failureStart.exec(line) : null;
      if (start) return { kind: 'failure', name: [start[1] ?? ''] };
      return /^ {2}(?:Message|Stack):$/.test(line) ? nothing : null;
    };
  },
});
