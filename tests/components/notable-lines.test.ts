import { describe, expect, test } from 'vitest';
import { describeNotableLines, withFirstLines } from '#components/artifacts/viewers/log/notable-lines.ts';
import { noCounts } from '#lib/core/api/log-filter.ts';

const row = (line: number) => ({ line, text: `line ${line}` });
const notable = (rows: number, counts: Partial<ReturnType<typeof noCounts>>) => ({
  rows: Array.from({ length: rows }, (_, index) => row(index + 1)),
  counts: { ...noCounts(), ...counts },
});

describe('a log on its card', () => {
  test('says how many of its errors and warnings it shows', () => {
    expect(describeNotableLines(notable(12, { warn: 1_204 }))).toBe('12 of 1,204 warnings');
    expect(describeNotableLines(notable(1, { warn: 1 }))).toBe('1 warning');
    expect(describeNotableLines(notable(3, { error: 3, info: 90 }))).toBe('3 errors');
    expect(describeNotableLines(notable(12, { error: 3, warn: 20 }))).toBe('12 of 23 errors and warnings');
  });

  test('counts entries, not the lines below them', () => {
    expect(describeNotableLines(notable(12, { error: 1 }))).toBe('1 error');
  });

  test('is filled with its first lines, each once and in log order', () => {
    const first = ['line 5', 'line 6', 'line 7', 'line 8'];
    expect(withFirstLines([row(6), row(90)], first, 5, 4)).toEqual([row(5), row(6), row(7), row(90)]);
    expect(withFirstLines([row(6), row(90)], first, 5, 2)).toEqual([row(6), row(90)]);
  });
});
