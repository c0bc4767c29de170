import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AssistantView, levelBudgets, type SplitLevel, split, splitLevels } from '#lib/split/split.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { artifactId, fullResult, hostileTexts, splitOptions } from '../support/full-result.ts';
import { scaled } from '../support/scaled.ts';

const { count } = await loadTokenizer();
const budgetOf = (level: SplitLevel) => (level === 'off' ? 25_000 : levelBudgets[level].tokens);
/** What is sent whole may have one and a half budgets. */
const limitOf = (level: SplitLevel, { relation }: AssistantView) =>
  budgetOf(level) * (relation !== 'summary' && level !== 'off' ? 1.5 : 1);

describe('what is small', () => {
  test('passes whole, byte for byte', () => {
    for (const text of [
      'x',
      '\n',
      ' a \r\n\tb\u0001?',
      'no end',
      '日本語 👩‍👩‍👧\n',
      '<|endoftext|>',
      '\ud7ff',
    ]) {
      for (const level of splitLevels) {
        const view = split(fullResult(text), splitOptions({ level }));
        expect(view).toEqual({
          text,
          relation: 'equal',
          summarizer: null,
          ranked: [],
          faults: [],
        });
      }
    }
  });

  test('is what fits one and a half budgets, to the token', () => {
    for (const level of ['minimal', 'balanced', 'conservative'] as const) {
      const fitting = 'a\n'.repeat((budgetOf(level) * 1.5) / 2);
      expect(count(fitting)).toBe(budgetOf(level) * 1.5);
      expect(split(fullResult(fitting), splitOptions({ level })).relation).toBe('equal');
      expect(split(fullResult(`${fitting}a`), splitOptions({ level })).relation).toBe('summary');
    }
  });

  test('follows the budget of a tool where one is set', () => {
    const text = 'word '.repeat(50);
    expect(split(fullResult(text), splitOptions({ level: 'minimal' })).relation).toBe('equal');
    expect(split(fullResult(text), splitOptions({ level: 'minimal', budgetTokens: 30 })).relation).toBe(
      'summary',
    );
  });
});

describe('what is empty', () => {
  test('gets a verdict, since the text tells nothing', () => {
    const view = split(fullResult(''), splitOptions());
    expect(view).toMatchObject({ text: 'notes.txt: empty', relation: 'transformed' });
    expect(count(view.text.replace('notes.txt', ''))).toBeLessThanOrEqual(10);
  });

  test('is so too with a byte order mark alone', () => {
    const mark = fullResult('\ufeff');
    expect(mark).toMatchObject({ byteLength: 3, whole: '' });
    expect(split(mark, splitOptions()).text).toBe('notes.txt: empty');
  });
});

describe('what is not text', () => {
  test('is reported as that, with its size and where it is', () => {
    const bytes = fullResult('', { lineCount: null, byteLength: 1_234_567, whole: null, fullTokens: null });
    expect(split(bytes, splitOptions()).text).toBe(`notes.txt: not text, 1,234,567 bytes, ${artifactId}`);
    expect(split(bytes, splitOptions({ artifactId: null })).text).toBe(
      'notes.txt: not text, 1,234,567 bytes',
    );
  });
});

describe('a view', () => {
  const titles = ['a.ts', 'x/'.repeat(500), '日'.repeat(340), '☃︎'.repeat(500), 'a\n'.repeat(500)];

  test('never exceeds the budget of its level, whatever the text', () => {
    for (const [name, text] of Object.entries(hostileTexts)) {
      const full = fullResult(text);
      for (const level of splitLevels) {
        for (const type of ['file', 'matches'] as const) {
          const view = split({ ...full, type }, splitOptions({ level }));
          expect(count(view.text), `${name} ${level}`).toBeLessThanOrEqual(limitOf(level, view));
          expect(view.text.isWellFormed(), `${name} ${level}`).toBe(true);
        }
      }
    }
  });

  test('never exceeds the budget of its level, whatever its title', () => {
    const binary = { lineCount: null, whole: null, fullTokens: null, byteLength: 5_000_000_000 };
    const lines = fullResult(hostileTexts['many lines'] ?? '');
    for (const title of titles) {
      for (const level of splitLevels) {
        const many = { ...lines, title };
        for (const full of [many, fullResult('', { title }), fullResult('x', { title, ...binary })])
          expect(count(split(full, splitOptions({ level })).text), title).toBeLessThanOrEqual(
            budgetOf(level),
          );
      }
    }
  });

  test('never exceeds its budget: any text', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('a', ' ', '\t', '{', '😀', '日', '9'), maxLength: 400 }),
      fc.constantFrom('', '<|endoftext|>', '\r', '… 3 lines not shown …'),
    );
    const text = fc.array(line, { minLength: 1, maxLength: 80 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...splitLevels),
        fc.integer({ min: 1, max: 9_999_999 }),
        (output, level, firstLine) => {
          const full = fullResult(output.toWellFormed(), { subject: { firstLine } });
          const view = split(full, splitOptions({ level }));
          expect(count(view.text)).toBeLessThanOrEqual(limitOf(level, view));
          if (view.relation === 'equal') expect(view.text).toBe(full.whole);
          expect(split(full, splitOptions({ level }))).toEqual(view);
        },
      ),
      { numRuns: scaled(100, 10) },
    );
  });

  test('never exceeds a budget of its tool, however small, and names the way back', () => {
    const text = hostileTexts['many lines'] ?? '';
    for (const budgetTokens of scaled([40, 60, 100, 250], [40, 100])) {
      for (const title of titles) {
        // A random one takes 15 to 20 tokens.
        const artifactId = 'art_sgele7g32lhrfu6uf5eqfmi7fa';
        const view = split(fullResult(text, { title }), splitOptions({ budgetTokens, artifactId }));
        expect(count(view.text), `${budgetTokens}: ${view.text}`).toBeLessThanOrEqual(budgetTokens);
        expect(view.text).toContain(`recall_output("${artifactId}"`);
      }
    }
  });

  test('is the same for the same bytes', () => {
    for (const text of Object.values(hostileTexts)) {
      const views = [1, 2].map(() => split(fullResult(text), splitOptions()));
      expect(views[0]).toEqual(views[1]);
    }
  });

  test('with the split off is the text up to the ceiling, and the way to the rest', () => {
    const text = hostileTexts['many lines'] ?? '';
    const view = split(fullResult(text), splitOptions({ level: 'off' }));
    expect(view).toMatchObject({ relation: 'summary', summarizer: 'ceiling' });
    const [note = '', ...lines] = view.text.split('\n').toReversed();
    expect(text.startsWith(lines.toReversed().join('\n'))).toBe(true);
    expect(note).toBe(`Cut at 25,000 tokens. recall_output("${artifactId}", lines: "last 100"), or a query`);
    expect(count(view.text)).toBeGreaterThan(24_800);
  });

  test('names the way to the rest, or says that there is none', () => {
    for (const level of ['minimal', 'balanced', 'conservative', 'off'] as const) {
      const full = fullResult(hostileTexts['many lines'] ?? '');
      const stored = split(full, splitOptions({ level })).text;
      const example = level === 'off' ? 'lines: "last 100"' : 'lines: "1-11"';
      expect(stored).toContain(
        `recall_output("${artifactId}"${level === 'minimal' ? ')' : `, ${example}), or a query`}`,
      );
      const lost = split(full, splitOptions({ level, artifactId: null })).text;
      expect(lost).toContain('The rest could not be stored.');
      expect(lost).not.toContain('recall_output');
    }
  });
});
