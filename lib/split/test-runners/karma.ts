import { mark } from '../marks.ts';
import { isTestProgram } from './recognise-tests.ts';
import { type LineMeaning, summarizerOf } from './test-form.ts';

const verdict = /^\S[^:]{0,200}: Executed (\d+) of \d+/;
/** `Chrome Headless 120.0.0.0 (Linux x86_64) rate adds a quarter a zone FAILED`. */
const failureStart = /^\S[^()]{0,200} \([^()]{1,100}\) (\S.*) FAILED$/;

/** Karma's output for tests in browsers; its last progress line carries the totals. */
export const karma = summarizerOf({
  kind: 'karma',
  isNamed: isTestProgram('karma'),
  marks: [mark(/^\S[^:\n]{0,200}: Executed \d+ of \d+/m, ': Executed ')],
  words: ['failed', 'passed', 'skipped'],
  createLineReader() {
    let result = { failed: 0, passed: 0, skipped: 0 };
    return (line): LineMeaning | null => {
      const match = line.includes(': Executed ') ? verdict.exec(line) : null;
      if (match) {
        const of = (word: RegExp) => Number(word.exec(line)?.[1] ?? 0);
        const failed = of(/\((\d+) FAILED\)/);
        const skipped = of(/\(skipped (\d+)\)/);
        const now = { failed, skipped, passed: Number(match[1]) - failed };
        const counts = (['failed', 'passed', 'skipped'] as const).map(
          (word) => [now[word] - result[word], word] as const,
        );
        result = now;
        return { kind: 'counts', counts };
      }
      const start = line.endsWith(' FAILED') ? failureStart.exec(line) : null;
      return start ? { kind: 'failure', name: [start[1] ?? ''] } : null;
    };
  },
});
