import { mark } from '../marks.ts';
import { plainPath } from './stack-frame.ts';
import { countsIn, ended, type LineMeaning, summarizerOf } from './test-form.ts';

const verdict = /^(?:ok|FAILED) \| \d+ passed\b.* \| \d+ failed\b.*$/;
/** `zones ... far => ./test/rates_test.js:13:79`, `./test/rates_test.js (uncaught error)`. */
const failureStart = /^(\S.*) => (\S+?):(\d+)(?::\d+)?$/;
const fileFailed = /^(\S+) \(uncaught error\)$/;
const words = { passed: 'passed', failed: 'failed', ignored: 'ignored', filtered: 'filtered out' };

export const denoTest = summarizerOf({
  kind: 'deno test',
  isNamed: ({ name, args }) => name === 'deno' && args[0] === 'test',
  marks: [mark(/^(?:ok|FAILED) \| \d+ passed\b/m, 'ok | ', 'FAILED | ')],
  frame: /^running \d+ tests? from /m,
  words: ['failed', 'passed', 'ignored', 'filtered out'],
  createLineReader() {
    let isInErrors = false;
    return (line): LineMeaning | null => {
      if (line === ' ERRORS ' || line === ' FAILURES ') {
        isInErrors = line === ' ERRORS ';
        return ended;
      }
      if ((line[0] === 'o' || line[0] === 'F') && verdict.test(line)) {
        const text = line.replaceAll(/ \(\d+ steps?\)/g, '');
        const [, duration] = / \(([\d.ms]+)\)$/.exec(line) ?? [];
        return { kind: 'counts', counts: countsIn(text, words), ...(duration ? { duration } : {}) };
      }
      if (!isInErrors || line[0] === ' ') return null;
      const start = line.includes(' => ') ? failureStart.exec(line) : null;
      if (start) {
        const [, name = '', path = '', at = ''] = start;
        return { kind: 'failure', name: [name], test: { path: plainPath(path), line: at } };
      }
      const file = fileFailed.exec(line)?.[1];
      return file === undefined
        ? null
        : {
            kind: 'failure',
            name: [],
            unnamed: 'uncaught error',
            test: { path: plainPath(file), line: null },
          };
    };
  },
});
