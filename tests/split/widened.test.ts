import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPacked, split, splitLevels } from '#lib/split/split.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { fullResult, splitOptions } from '../support/full-result.ts';

const { count } = await loadTokenizer();

/** A program with so many functions that no view has room for all of them. */
const program = (functions: number): string =>
  Array.from(
    { length: functions },
    (_, at) =>
      `export function computeTheNumberOf${at}(first: number, second: string): number {\n  return first + ${at};\n}\n`,
  ).join('');
const source = (functions: number) =>
  fullResult(program(functions), {
    title: 'src/numbers.ts',
    subject: { title: 'src/numbers.ts', language: 'typescript' },
  });
const kindOf = (functions: number): string => split(source(functions), splitOptions()).summarizer ?? '';

test('a kind that was widened has more room, and says what it had', () => {
  const before = split(source(300), splitOptions({ level: 'minimal' }));
  const after = split(
    source(300),
    splitOptions({ level: 'minimal', widened: new Map([[kindOf(300), 270]]) }),
  );
  expect(before.summarizer).toBe(kindOf(300));
  expect(before).not.toHaveProperty('widenedTokens');
  expect(after).toMatchObject({ summarizer: before.summarizer, relation: 'summary', widenedTokens: 270 });
  expect(count(after.text)).toBeGreaterThan(count(before.text));
  expect(count(after.text)).toBeLessThanOrEqual(270);
  const shown = (view: typeof after) => view.ranked.filter(({ isShown }) => isShown).length;
  expect(shown(after)).toBeGreaterThan(shown(before));
});

test('other kinds stay as they are, to the byte', () => {
  const plain = split(source(300), splitOptions());
  const widened = new Map([['another', 900]]);
  expect(split(source(300), splitOptions({ widened }))).toEqual(plain);
});

test('what fits the wider budget passes whole: a view never has more tokens than its text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.constantFrom(180, 270, 600, 900), (functions, tokens) => {
      const full = source(functions);
      const widened = new Map([[kindOf(200), tokens]]);
      const view = split(full, splitOptions({ level: 'minimal', widened }));
      expect(count(view.text)).toBeLessThanOrEqual(full.fullTokens ?? 0);
      if ((full.fullTokens ?? 0) <= 1.5 * tokens) expect(view.relation).toBe('equal');
      else expect(count(view.text)).toBeLessThanOrEqual(tokens);
    }),
    { numRuns: 40 },
  );
});

test('views that are packed from no facts are told apart: they do not grow', () => {
  const created = splitLevels.flatMap((level) =>
    ['', '\u0000'.repeat(9_000), program(3_000)].map((text) => ({
      view: split(fullResult(text), splitOptions({ level })),
      level,
    })),
  );
  for (const { view } of created) {
    if (view.summarizer === null) continue;
    expect(isPacked(view.summarizer), view.summarizer).toBe(view.ranked.length > 0);
  }
});
