import { mark } from '../marks.ts';
import { createFailureText } from './failure-text.ts';
import { isTestProgram } from './recognise-tests.ts';
import { countsIn, ended, type LineMeaning, nothing, summarizerOf } from './test-form.ts';

/** `4 scenarios (2 failed, 1 undefined, 1 passed)`; behave: `1 scenario passed, 2 failed, 0 skipped`. */
const verdict = /^\d+ scenarios? (?:\((.*)\)|(passed, .*))$/;
/** `1) Scenario: adds a quarter a zone # features/rates.feature:6`. */
const failureStart = /^\d+\) (?:Scenario(?: Outline)?|Example): (.*) # (\S+?):(\d+)$/;
/** behave: `  features/rates.feature:6  adds a quarter a zone`. */
const listed = /^ {2}(\S+\.feature):(\d+) {2}(\S.*)$/;
const step = /^ +([✔✖?-]) (.*?)(?: # \S+)?$/;
const words = {
  failed: 'failed',
  undefined: 'undefined',
  ambiguous: 'ambiguous',
  pending: 'pending',
  skipped: 'skipped',
  untested: 'skipped',
  passed: 'passed',
};

/** Cucumber in JavaScript and other languages, and Python's behave. */
export const cucumber = summarizerOf({
  kind: 'cucumber',
  isNamed: isTestProgram('cucumber', 'cucumber-js', 'behave'),
  marks: [mark(/^\d+ scenarios? (?:\(\d|passed, \d)/m, ' scenario')],
  frame: /^\d+ steps? (?:\(|passed)/m,
  words: ['failed', 'passed', 'undefined', 'ambiguous', 'pending', 'skipped'],
  createLineReader() {
    let isInList = false;
    return (line): LineMeaning | null => {
      const match = line.includes(' scenario') ? verdict.exec(line) : null;
      if (match) {
        const counts = match[1] === undefined ? `${Number.parseInt(line, 10)} ${match[2]}` : match[1];
        return { kind: 'counts', counts: countsIn(counts, words) };
      }
      if (line === 'Failing scenarios:') isInList = true;
      else if (line === '') isInList = false;
      const first = line.charCodeAt(0);
      if (first > 90) return null;
      const start = line.includes(' # ') ? failureStart.exec(line) : null;
      if (start) return failureAt(start[1] ?? '', start[2], start[3]);
      const failing = isInList ? listed.exec(line) : null;
      if (failing) return failureAt(failing[3] ?? '', failing[1], failing[2]);
      const time = /^(?:Took )?(\d+m[\d.]+s)\b/.exec(line)?.[1];
      if (time !== undefined) return { kind: 'duration', duration: time };
      const mark = step.exec(line)?.[1];
      if (mark !== undefined && mark !== '✖') return nothing;
      return /^\d+ (?:steps|features)\b/.test(line) ? ended : null;
    };
  },
  createText() {
    const text = createFailureText();
    const steps: string[] = [];
    return {
      add(line) {
        const failed = step.exec(line);
        if (failed && steps.length === 0) steps.push(failed[2] ?? '');
        else text.add(line);
      },
      finish(file) {
        const meaning = text.finish(file);
        return { ...meaning, message: [...steps, ...meaning.message] };
      },
    };
  },
});

const failureAt = (name: string, path = '', line: string | null = null): LineMeaning => ({
  kind: 'failure',
  name: [name],
  test: { path, line },
});
