import { expect, test } from 'vitest';
import { parseNpmAudit } from '#scripts/parse-npm-audit.ts';

const report = (...found: [name: string, severity: string, fixAvailable: unknown][]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      found.map(([name, severity, fixAvailable]) => [
        name,
        { name, severity, range: '<2.0.0', fixAvailable },
      ]),
    ),
    metadata: { vulnerabilities: {} },
  });

test('an audit names what was found, the worst first, and fails for high and critical ones', () => {
  expect(
    parseNpmAudit(report(['a', 'low', true], ['b', 'critical', false], ['c', 'high', { name: 'c' }])),
  ).toEqual({
    lines: [
      'critical: b <2.0.0 (no fix yet)',
      'high: c <2.0.0 (a fix is there)',
      'low: a <2.0.0 (a fix is there)',
      '3 packages with known vulnerabilities',
    ],
    exitCode: 1,
  });
});

test('it passes for less, and for nothing', () => {
  expect(parseNpmAudit(report(['a', 'moderate', true])).exitCode).toBe(0);
  expect(parseNpmAudit(report())).toEqual({ lines: ['0 packages with known vulnerabilities'], exitCode: 0 });
});

test('where no registry answers it says so, and does not claim that nothing was found', () => {
  for (const printed of [
    JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }),
    JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed' } }),
  ]) {
    const { lines, exitCode } = parseNpmAudit(printed);
    expect(lines).toEqual(['No registry answered: known vulnerabilities were NOT looked for.']);
    expect(exitCode).toBe(0);
  }
});

test('what cannot be read fails, such as a report that was cut', () => {
  for (const printed of [
    '',
    'npm error',
    '{"vulnerabilities": {',
    JSON.stringify({ error: { code: 'ENOLOCK' } }),
  ])
    expect(parseNpmAudit(printed).exitCode).toBe(1);
});
