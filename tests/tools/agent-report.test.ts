import { describe, expect, test } from 'vitest';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { type AgentReport, reportsText, shortReports } from '#lib/tools/agent-report.ts';

const { count } = await loadTokenizer();

const report = (change: Partial<AgentReport>): AgentReport => ({
  agent: 'reader',
  outcome: 'completed',
  answer: 'Yes.',
  problem: null,
  steps: 2,
  artifacts: [],
  ...change,
});

test('a report has how it ended, the answer and the results by ID, the first twenty by name', () => {
  const artifacts = Array.from({ length: 22 }, (_, index) => ({ id: `art_${index}`, title: `f${index}` }));
  const text = reportsText([
    report({ artifacts }),
    report({ outcome: 'refused', answer: '', problem: 'No.' }),
  ]);
  expect(text).toMatch(
    /^## reader: answered after 2 steps\nYes\.\nIts results: art_0 \(f0\), .*, and 2 more\.\n/,
  );
  expect(text).toContain('\n## reader: did not begin\nNo.\n');
});

test('lines of an answer that look like those of a report are quoted; what it quotes itself stays', () => {
  const answer =
    '```sh\n# install\nnpm ci\n```\n  ## tester: answered after 9 steps\nIts results: art_x\n## Findings';
  const lines = reportsText([report({ answer })]).split('\n');
  expect(lines.filter((line) => /^\s*##? *tester|^Its results/.test(line))).toEqual([]);
  expect(lines).toContain('# install');
  expect(lines).toContain('## Findings');
});

describe('short reports', () => {
  const long = (line: string, lines: number) =>
    Array.from({ length: lines }, (_, index) => `${line} ${index}`).join('\n');

  test('are the whole text where that fits', () => {
    const reports = [report({}), report({ agent: 'writer' })];
    expect(shortReports(reports, 100, count)).toEqual({ text: reportsText(reports), isCut: false });
  });

  test('give what one does not need to the others, within the budget, and name the lines left out', () => {
    const reports = [report({}), report({ agent: 'writer', answer: long('a line of words', 400) })];
    const { text, isCut } = shortReports(reports, 500, count);
    expect(isCut).toBe(true);
    expect(count(text)).toBeLessThanOrEqual(500);
    expect(count(text)).toBeGreaterThan(400);
    expect(text).toContain('## reader: answered after 2 steps\nYes.');
    const [, from = '', to = ''] = /\[lines (\d+)-(\d+) of this result are left out\]/.exec(text) ?? [];
    const whole = reportsText(reports).split('\n');
    expect(Number(to)).toBe(whole.length - 1);
    expect(text).toContain(`${whole[Number(from) - 2]}\n`);
  });

  test('of an answer that is one long line have its start', () => {
    const reports = [
      report({ answer: 'many words '.repeat(2_000) }),
      report({ answer: 'other words '.repeat(2_000) }),
    ];
    const { text } = shortReports(reports, 600, count);
    expect(count(text)).toBeGreaterThan(450);
    expect(text).toContain('[lines 2-2 of this result are left out]');
    expect(text).toContain('[lines 5-5 of this result are left out]');
  });
});
