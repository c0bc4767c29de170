import { figure } from '../figure.ts';
import type { Summary } from '../summary.ts';
import { countIn, fieldOf, listIn, textIn } from './json-fields.ts';
import { createTestReport, type TestReport } from './test-report.ts';
import { meaningOfText } from './text-failure.ts';

const deepestSuite = 50;

/** Playwright's report in JSON: suites in suites, and in them specs, each run by one project or more. */
export function readPlaywrightReport(value: unknown): Summary | null {
  const stats = fieldOf(value, 'stats');
  if (typeof fieldOf(stats, 'unexpected') !== 'number') return null;
  const report = createTestReport();
  for (const suite of listIn(value, 'suites')) readSuite(suite, [], report);
  return report.summarize({
    kind: 'playwright report',
    counts: [
      [countIn(stats, 'unexpected'), 'failed'],
      [countIn(stats, 'expected'), 'passed'],
      [countIn(stats, 'flaky'), 'flaky'],
      [countIn(stats, 'skipped'), 'skipped'],
    ],
    duration: `${figure(Math.round(countIn(stats, 'duration')))} ms`,
  });
}

function readSuite(suite: unknown, above: readonly string[], report: TestReport): void {
  if (above.length > deepestSuite) return;
  for (const spec of listIn(suite, 'specs')) {
    if (fieldOf(spec, 'ok') !== false) continue;
    const results = listIn(spec, 'tests').flatMap((test) => listIn(test, 'results'));
    const error = results.flatMap((result) => listIn(result, 'errors'))[0];
    const file = textIn(spec, 'file');
    const meaning = meaningOfText(textIn(error, 'stack') ?? textIn(error, 'message') ?? '', file);
    const line = fieldOf(spec, 'line');
    report.fail({
      ...meaning,
      test:
        meaning.test?.line || file === null
          ? meaning.test
          : { path: file, line: typeof line === 'number' ? `${line}` : null },
      name: [[...above, textIn(spec, 'title') ?? ''].join(' › ')],
      line: null,
      isDecoded: true,
    });
  }
  for (const inner of listIn(suite, 'suites'))
    readSuite(inner, [...above, textIn(inner, 'title') ?? ''], report);
}
