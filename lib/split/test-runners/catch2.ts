import { mark } from '../marks.ts';
import { createFailureText } from './failure-text.ts';
import type { SourceLocation } from './source-location.ts';
import { countsIn, ended, type LineMeaning, nothing, summarizerOf } from './test-form.ts';

const verdict = /^(?:\[doctest\] )?test cases: +\d+ \|(.*)$/;
const allPassed = /^All tests passed \([\d,]+ assertions? in (\d+) test cases?\)$/;
/**
 * `rates_test.cc:8: FAILED:`, `rates_test.cc:8: ERROR: CHECK( a == b ) is NOT correct!`; MSVC writes
 * `rates_test.cc(8)`.
 */
const failed = /^(\S+?)(?::(\d+)|\((\d+)\)): (FAILED:|(?:FATAL )?ERROR: (.*))$/;
const location = /^(\S+?)(?::\d+|\(\d+\)):?$/;
const ruled = /^(-{60,}|={60,}|\.{60,})$/;
const words = { passed: 'passed', failed: 'failed', skipped: 'skipped', expected: 'failed as expected' };

const marks = [
  mark(
    /^(?:(?:\[doctest\] )?test cases: +\d+ \| +\d+ passed|All tests passed \(\d+ assertions? in )/m,
    'test cases: ',
    'All tests passed (',
  ),
];

/** Catch2 and doctest (C++): a test's title is printed between rules, each failure by its location. */
export const catch2 = summarizerOf({
  kind: 'C++ tests',
  isNamed: () => false,
  marks,
  frame: /^={70,}$|^(?:\[doctest\] )?assertions: /m,
  words: ['failed', 'passed', 'skipped', 'failed as expected'],
  createText() {
    const text = createFailureText({ isMessageLong: true });
    return { add: (line) => text.add(line.trim()), finish: () => text.finish(null) };
  },
  createLineReader() {
    /** Titles of the current test, each section below its parent. */
    let titles: string[] = [];
    let isTitle = false;

    const readRule = (rule: string) => {
      isTitle = rule === '-' && !isTitle;
      if (isTitle) titles = [];
    };
    const readFailure = (test: SourceLocation, message: string | undefined): LineMeaning => ({
      kind: 'failure',
      name: titles,
      test,
      ...(message === undefined ? {} : { message: message }),
    });
    return (line): LineMeaning | null => {
      if (line === '') isTitle = false;
      const first = line[0] ?? '';
      const rule = /[-=.]/.test(first) ? ruled.exec(line)?.[1]?.[0] : undefined;
      if (rule !== undefined) {
        readRule(rule);
        return ended;
      }
      const counts = line.includes('test cases: ') ? verdict.exec(line)?.[1] : undefined;
      if (counts !== undefined) return { kind: 'counts', counts: countsIn(counts, words) };
      const all = line.startsWith('All tests') ? allPassed.exec(line)?.[1] : undefined;
      if (all !== undefined) return { kind: 'counts', counts: [[Number(all), 'passed']] };
      const failure = line.includes(': F') || line.includes(': ERROR') ? failed.exec(line) : null;
      if (failure)
        return readFailure({ path: failure[1] ?? '', line: failure[2] ?? failure[3] ?? null }, failure[5]);
      if (line.startsWith('TEST CASE:  ')) {
        titles = [line.slice('TEST CASE:  '.length)];
        isTitle = true;
        return nothing;
      }
      if (isTitle && titles.length < 8) {
        titles.push(line.trim());
        return nothing;
      }
      return /[):\d]$/.test(line) && location.test(line) ? nothing : null;
    };
  },
});
