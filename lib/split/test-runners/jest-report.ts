import type { Summary } from '../summary.ts';
import { filesFailed } from './files-failed.ts';
import { countIn, fieldOf, listIn, textIn } from './json-fields.ts';
import { createTestReport } from './test-report.ts';
import { meaningOfText } from './text-failure.ts';

/** Jest's JSON report, which vitest writes too. */
export function readJestReport(value: unknown): Summary | null {
  if (typeof fieldOf(value, 'numTotalTests') !== 'number') return null;
  const report = createTestReport();
  const files = listIn(value, 'testResults');
  for (const file of files) {
    const path = textIn(file, 'name');
    const tests = listIn(file, 'assertionResults');
    const failed = tests.filter((test) => textIn(test, 'status') === 'failed');
    for (const test of failed) {
      const message = listIn(test, 'failureMessages')[0];
      report.fail({
        ...meaningOfText(typeof message === 'string' ? message : '', path),
        name: [textIn(test, 'fullName') ?? textIn(test, 'title') ?? ''],
        line: null,
        isDecoded: true,
      });
    }
    if (failed.length === 0 && textIn(file, 'status') === 'failed')
      report.fail({
        ...meaningOfText(textIn(file, 'message') ?? '', path),
        name: ['the file'],
        line: null,
        isDecoded: true,
      });
  }
  const filesWith = files.filter((file) => textIn(file, 'status') === 'failed').length;
  return report.summarize({
    kind: 'jest report',
    counts: [
      [countIn(value, 'numFailedTests'), 'failed'],
      [countIn(value, 'numPassedTests'), 'passed'],
      [countIn(value, 'numPendingTests'), 'skipped'],
      [countIn(value, 'numTodoTests'), 'todo'],
    ],
    duration: null,
    also: [filesFailed(filesWith, files.length)],
  });
}
