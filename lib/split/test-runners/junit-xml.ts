import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { javaText } from './java-text.ts';
import { mayHoldTests } from './recognise-tests.ts';
import type { SourceLocation } from './source-location.ts';
import { createTestReport } from './test-report.ts';
import { createXmlScanner } from './xml-scanner.ts';

const maxText = 20_000;

/** JUnit XML reports, which nearly every test runner can write. */
export const junitXml: Summarizer = {
  kind: 'junit',
  covers: 'all',
  recognise: (evidence) => (mayHoldTests(evidence) && startsReport(evidence) ? 'marked' : null),
  read: readJunitXml,
};

const startsReport = ({ head }: Evidence): boolean =>
  /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^>]*-->\s*)?<testsuites?[\s>]/.test(head);

interface OpenCase {
  name: string;
  className: string;
  file: string | null;
  at: string | null;
  outcome: 'passed' | 'failed' | 'errors' | 'skipped';
  message: string;
  text: string;
}

function readJunitXml(): Reader {
  const report = createTestReport();
  const counts = { failed: 0, errors: 0, passed: 0, skipped: 0 };
  let suites = 0;
  let depth = 0;
  let suiteFile: string | null = null;
  let seconds: number | null = null;
  let open: OpenCase | null = null;
  let isInFailure = false;

  const readOutcome = (test: OpenCase, name: string, attributes: ReadonlyMap<string, string>) => {
    if (name === 'skipped') test.outcome = 'skipped';
    else if (test.outcome === 'passed') {
      test.outcome = name === 'failure' ? 'failed' : 'errors';
      test.message = attributes.get('message') ?? '';
      isInFailure = true;
    }
  };
  const endCase = (test: OpenCase) => {
    counts[test.outcome] += 1;
    if (test.outcome === 'failed' || test.outcome === 'errors') report.fail(failureOf(test));
    open = null;
  };
  const scanner = createXmlScanner({
    open(name, attributes) {
      if (name === 'testcase')
        open = {
          name: attributes.get('name') ?? '',
          className: attributes.get('classname') ?? '',
          file: attributes.get('file') ?? suiteFile,
          at: attributes.get('line') ?? null,
          // CTest lists what is disabled.
          outcome: attributes.get('status') === 'disabled' ? 'skipped' : 'passed',
          message: '',
          text: '',
        };
      else if (open && (name === 'failure' || name === 'error' || name === 'skipped'))
        readOutcome(open, name, attributes);
      else if (name === 'testsuite' || name === 'testsuites') {
        if (name === 'testsuite') suites += 1;
        suiteFile = attributes.get('file') ?? null;
        if (depth === 0) seconds = (seconds ?? 0) + Number(attributes.get('time') ?? Number.NaN);
        depth += 1;
      }
    },
    text(text) {
      if (open && isInFailure && open.text.length < maxText) open.text += text.slice(0, maxText);
    },
    close(name) {
      if (name === 'failure' || name === 'error') isInFailure = false;
      else if (name === 'testcase' && open) endCase(open);
      else if (name === 'testsuite' || name === 'testsuites') depth -= 1;
    },
  });
  return {
    text: (piece) => scanner.push(piece),
    finish() {
      if (suites === 0) return null;
      return report.summarize({
        kind: 'junit',
        counts: [
          [counts.failed, 'failed'],
          [counts.errors, counts.errors === 1 ? 'error' : 'errors'],
          [counts.passed, 'passed'],
          [counts.skipped, 'skipped'],
        ],
        duration: seconds === null || Number.isNaN(seconds) ? null : `${Number(seconds.toFixed(3))} s`,
      });
    },
  };
}

/** `tests/test_label.py:13: AssertionError`, as pytest writes it. */
const pythonLocation = /^([^\s:]+\.py):(\d+): /;

function failureOf({ name, className, file, at, message, text }: OpenCase) {
  const failureText: FailureText = createFailureText();
  const lines = text.split('\n');
  for (const line of message.split('\n').slice(0, 3)) failureText.add(javaText(line));
  for (const line of lines) failureText.add(javaText(line));
  const meaning = failureText.finish(file ?? fileIn(className));
  const inPython = lines.flatMap((line) => locationsOf(pythonLocation.exec(line)));
  const test = meaning.test?.line ? meaning.test : (inPython[0] ?? meaning.test);
  return {
    ...meaning,
    test: test && test.line === null && at !== null ? { ...test, line: at } : test,
    raised: meaning.raised ?? inPython.at(-1) ?? null,
    name: [nameOf(name, className)],
    line: null,
    isDecoded: true as const,
  };
}

const locationsOf = (match: RegExpExecArray | null): SourceLocation[] =>
  match ? [{ path: match[1] ?? '', line: match[2] ?? null }] : [];

/** Some runners put the file in the class name. */
const fileIn = (className: string): string | null =>
  /^[^\s]+\.[cm]?[jt]sx?$/.test(className) ? className : null;

/** Prefixes the name with its class, without the package, unless the name already contains it. */
function nameOf(name: string, className: string): string {
  const short = className.slice(className.lastIndexOf('.') + 1);
  if (
    short === '' ||
    fileIn(className) !== null ||
    name.includes(short) ||
    /^(?:test|suite)$/.test(className)
  )
    return name;
  return `${short} ${name}`;
}
