import { describe, expect, test } from 'vitest';
import { displayedView } from '#lib/split/split.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { artifactId, fullResult, splitOptions } from '../support/full-result.ts';

const { count } = await loadTokenizer();
const titles = [
  ...[
    'README.md',
    'src/a/b/c.tsx',
    'a',
    '1',
    '-',
    '日本語/ファイル.md',
    '😀',
    'with space.txt',
    'ünïcödé',
    'line',
    ',',
  ],
  ...[
    'npm test -- --run "x"',
    '0',
    '.',
    '…',
    'bytes',
    `${'deep/'.repeat(200)}x`,
    'MAKEFILE',
    'a'.repeat(255),
  ],
];
const lineCounts = [0, 1, 2, 9, 10, 999, 1_000, 123_456, 7_654_321, 2 ** 31 - 1, 2 ** 31, null];

describe('what the model is told of something shown to people', () => {
  test('is at most 30 tokens besides the title and the artifact', () => {
    for (const title of titles) {
      for (const lineCount of lineCounts) {
        const full = fullResult('x', { title, lineCount, byteLength: 2 ** 40, whole: null });
        const { text } = displayedView(full, splitOptions());
        expect(text).toContain(title);
        expect(text).toContain(artifactId);
        expect(count(text) - count(title) - count(artifactId), text).toBeLessThanOrEqual(30);
        expect(count(text.replace(title, '').replace(artifactId, '')), text).toBeLessThanOrEqual(30);
      }
    }
  });

  test('says how much it was, and that it was not read', () => {
    const report = (change: object, options = {}) =>
      displayedView(fullResult('x', { whole: null, ...change }), splitOptions(options)).text;
    expect(report({ lineCount: 1 })).toBe(
      `Shown to people: notes.txt, 1 line, ${artifactId}. You have not read it.`,
    );
    expect(report({ lineCount: 1_234 })).toContain('1,234 lines');
    expect(report({ lineCount: null, byteLength: 77 })).toContain('77 bytes');
    expect(report({}, { artifactId: null })).toContain('it could not be stored');
  });

  test('holds nothing of what was shown, and is the same at every level', () => {
    const full = fullResult('the-secret-word\n'.repeat(30));
    for (const level of ['minimal', 'balanced', 'conservative'] as const) {
      const view = displayedView(full, splitOptions({ level }));
      expect(view.text).not.toContain('secret');
      expect(view).toMatchObject({ relation: 'summary', summarizer: 'displayed' });
    }
  });

  test('is the text itself where that is shorter', () => {
    expect(displayedView(fullResult('port 8080\n'), splitOptions())).toMatchObject({
      text: 'port 8080\n',
      relation: 'equal',
      summarizer: null,
    });
    const failed = fullResult('no\n', { type: 'terminal', title: 'test -d x', outcome: 'exit 1' });
    expect(displayedView(failed, splitOptions()).text).toBe('exit 1\nno\n');
  });

  test('is the text itself, up to the ceiling, with the split off', () => {
    expect(displayedView(fullResult('abc'), splitOptions({ level: 'off' })).text).toBe('abc');
    const long = displayedView(fullResult('word '.repeat(60_000)), splitOptions({ level: 'off' })).text;
    expect(count(long)).toBeLessThanOrEqual(25_000);
    expect(long).toContain('Cut at 25,000 tokens.');
  });
});
