import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { readJestReport } from './jest-report.ts';
import { readMochaReport } from './mocha-report.ts';
import { readPlaywrightReport } from './playwright-report.ts';
import { mayHoldTests } from './recognise-tests.ts';

/** Longer reports are not parsed. */
const maxCharacters = 16 * 1024 * 1024;

/** The JSON that jest, vitest, mocha and playwright write with `--reporter=json`. */
export const jsonReport: Summarizer = {
  kind: 'test report',
  covers: 'all',
  recognise: (evidence) => (isReport(evidence) ? 'marked' : null),
  read: readJsonReport,
};

function isReport(evidence: Evidence): boolean {
  const { head, language } = evidence;
  if (!mayHoldTests(evidence) && language !== 'json') return false;
  const start = /^\s*\{\s*"(\w+)"/.exec(head)?.[1];
  return (
    start !== undefined &&
    ((start.startsWith('num') && head.includes('"numTotalTestSuites"')) ||
      (start === 'stats' && head.includes('"passes"') && head.includes('"suites"')) ||
      (start === 'config' && head.includes('"rootDir"') && head.includes('"projects"')))
  );
}

function readJsonReport(): Reader {
  let buffered: string[] = [];
  let length = 0;
  return {
    text(piece) {
      length += piece.length;
      if (length <= maxCharacters) buffered.push(piece);
      else buffered = [];
    },
    finish: () => (length > maxCharacters ? null : summaryOf(buffered.join(''))),
  };
}

function summaryOf(text: string): Summary | null {
  try {
    const value: unknown = JSON.parse(text);
    return readJestReport(value) ?? readMochaReport(value) ?? readPlaywrightReport(value);
  } catch {
    // The JSON is cut off, or other output follows it; another summarizer may read it.
    return null;
  }
}
