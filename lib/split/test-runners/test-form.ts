import type { Program } from '../command-line.ts';
import type { Mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createCounts } from './counts.ts';
import { createFailureText, type FailureMeaning } from './failure-text.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createRunTime } from './run-time.ts';
import type { SourceLocation } from './source-location.ts';
import type { TestFailure } from './test-failure.ts';
import { createTestReport } from './test-report.ts';

/** What one line of a run means. */
export type LineMeaning =
  /** A test failed; the lines that follow belong to it. */
  | {
      kind: 'failure';
      name: readonly string[];
      unnamed?: string;
      test?: SourceLocation | null;
      message?: string;
    }
  /** The location of the current failure's test. */
  | { kind: 'location'; test: SourceLocation }
  /** A later attempt of a test passed. */
  | { kind: 'passed'; name: readonly string[] }
  /** Totals of a run. */
  | { kind: 'counts'; counts: readonly (readonly [count: number, word: string])[]; duration?: string }
  | { kind: 'duration'; duration: string }
  /** The failure's text is complete. */
  | { kind: 'end' }
  /** The line does not belong to a failure. */
  | { kind: 'nothing' };

/**
 * A runner with a plain report: each failure has a title followed by its text, and one or more lines give the
 * counts.
 */
export interface TestForm {
  kind: string;
  isNamed(program: Program): boolean;
  marks: readonly Mark[];
  /** Lines that accompany marks which any program might print. */
  frame?: RegExp;
  /** Words of the verdict in display order. */
  words: readonly string[];
  /** Reads the text of a failure. Default: the format of JavaScript runners. */
  createText?(): { add(line: string): void; finish(file: string | null): FailureMeaning };
  /**
   * Receives the lines in order. `null`: the line belongs to the text of the current failure, if there is
   * one.
   */
  createLineReader(): (line: string) => LineMeaning | null;
}

interface OpenFailure {
  named: Pick<TestFailure, 'name' | 'unnamed'>;
  test: SourceLocation | null;
  text: ReturnType<typeof createFailureText>;
  line: number;
}

const maxTitles = 2_000;

export const summarizerOf = (form: TestForm): Summarizer => ({
  kind: form.kind,
  covers: 'part',
  recognise: recogniseTests(form.isNamed, form.marks, form.frame),
  read: () => readForm(form),
});

function readForm(form: TestForm): Reader {
  const reading = initialReading(form);
  return {
    line: (line, number) => readLineForm(reading, line, number),
    finish: () => finishReading(reading),
  };
}

const initialReading = (form: TestForm) => ({
  form,
  report: createTestReport(),
  counts: createCounts(),
  createText: form.createText ?? createFailureText,
  readLine: form.createLineReader(),
  /** By name and file, since some runners repeat their failures at the end. A later attempt may still pass. */
  failures: new Map<string, TestFailure>(),
  runTime: createRunTime(),
  open: null as OpenFailure | null,
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  if (reading.open) {
    const { named, test, text, line } = reading.open;
    const meaning = text.finish(test?.path ?? null);
    const key = keyOf(named.name, test);
    const failure = {
      ...meaning,
      ...named,
      test: meaning.test?.line ? meaning.test : (test ?? meaning.test),
      line,
    };
    const known = reading.failures.get(key);
    // It may be printed first without its text.
    if (known ? known.message.length === 0 : reading.failures.size < maxTitles)
      reading.failures.set(key, failure);
    else if (!known) reading.report.fail(failure);
  }
  reading.open = null;
}

function take(reading: Reading, result: LineMeaning, number: number) {
  if (result.kind === 'failure') {
    close(reading);
    const { name, unnamed } = result;
    const named = unnamed === undefined ? { name } : { name, unnamed };
    reading.open = { named, test: result.test ?? null, text: reading.createText(), line: number };
    if (result.message !== undefined) reading.open.text.add(result.message);
  } else if (result.kind === 'location') {
    if (reading.open) reading.open.test ??= result.test;
  } else if (result.kind === 'passed') {
    close(reading);
    reading.failures.delete(keyOf(result.name, null));
  } else if (result.kind === 'counts') {
    close(reading);
    for (const [count, word] of result.counts) reading.counts.add(word, count);
    if (result.duration !== undefined) reading.runTime.add(result.duration);
  } else if (result.kind === 'duration') reading.runTime.add(result.duration);
  else if (result.kind === 'end') close(reading);
}

function readLineForm(reading: Reading, line: string, number: number) {
  const result = reading.readLine(line);
  if (result) take(reading, result, number);
  else reading.open?.text.add(line);
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  for (const failure of reading.failures.values()) reading.report.fail(failure);
  if (reading.counts.isEmpty && reading.report.failureCount === 0) return null;
  const isReported = !reading.counts.isEmpty;
  return reading.report.summarize({
    kind: reading.form.kind,
    counts: isReported
      ? reading.form.words.map((word) => {
          const count = reading.counts.of(word);
          return [count, word === 'errors' && count === 1 ? 'error' : word] as const;
        })
      : [[reading.report.failureCount, 'failed']],
    duration: reading.runTime.only,
    also: isReported ? [] : ['stopped before its report'],
  });
}

const keyOf = (name: readonly string[], test: SourceLocation | null): string =>
  `${name.join(' ')} ${test?.path}`;

export const nothing: LineMeaning = { kind: 'nothing' };
export const ended: LineMeaning = { kind: 'end' };

/**
 * Reads counts followed by their word, such as `3 failed, 12 passed`, and translates the words into those of
 * the view.
 */
export function countsIn(
  text: string,
  words: Readonly<Record<string, string>>,
): (readonly [count: number, word: string])[] {
  return [...text.matchAll(/(\d+) ([a-z]+)/gi)].flatMap(([, count, word = '']) => {
    const known = Object.hasOwn(words, word.toLowerCase()) ? words[word.toLowerCase()] : undefined;
    return known === undefined ? [] : [[Number(count), known] as const];
  });
}
