import { figure } from '../figure.ts';
import type { Summary } from '../summary.ts';
import { countIn, fieldOf, listIn, textIn } from './json-fields.ts';
import { createTestReport } from './test-report.ts';
import { meaningOfText } from './text-failure.ts';

/** Mocha's JSON report. */
export function readMochaReport(value: unknown): Summary | null {
  const stats = fieldOf(value, 'stats');
  if (typeof fieldOf(stats, 'passes') !== 'number') return null;
  const report = createTestReport();
  for (const test of listIn(value, 'failures')) {
    const error = fieldOf(test, 'err');
    report.fail({
      ...meaningOfText(textIn(error, 'stack') ?? textIn(error, 'message') ?? '', textIn(test, 'file')),
      name: [textIn(test, 'fullTitle') ?? textIn(test, 'title') ?? ''],
      line: null,
      isDecoded: true,
    });
  }
  return report.summarize({
    kind: 'mocha report',
    counts: [
      [countIn(stats, 'failures'), 'failed'],
      [countIn(stats, 'passes'), 'passed'],
      [countIn(stats, 'pending'), 'pending'],
    ],
    duration: `${figure(countIn(stats, 'duration'))} ms`,
  });
}
