import { expect, test } from 'vitest';
import { explainFailure } from '../scripts/stage-report.ts';

const file = 'tests/browser/network.test.ts';

test('a failure of a browser test says what it waited for, and on which line of the test', () => {
  const text = [
    'TimeoutError: locator.fill: Timeout 60000ms exceeded.',
    'Call log:',
    "\u001b[2m  - waiting for getByRole('dialog')\u001b[22m",
    '',
    '    at say (/project/tests/support/page-actions.ts:9:3)',
    `    at /project/${file}:251:47`,
  ].join('\n');
  expect(explainFailure(file, text)).toBe(
    "TimeoutError: locator.fill: Timeout 60000ms exceeded. (waiting for getByRole('dialog')) at line 251",
  );
});

test('any other says its first line, and nothing where it has none', () => {
  expect(explainFailure(file, 'AssertionError: expected 1 to be 2\n    at elsewhere.ts:1:1')).toBe(
    'AssertionError: expected 1 to be 2',
  );
  expect(explainFailure(file)).toBe('');
});
