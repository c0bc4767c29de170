import { describe, expect, test } from 'vitest';
import { type Fact, ranks, type Section } from '#lib/split/facts.ts';
import { foldPaths } from '#lib/split/fold-paths.ts';
import { noFindings } from '#lib/split/general/finding.ts';
import { packSummary } from '#lib/split/pack.ts';
import type { Summary } from '#lib/split/summary.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';

const { count } = await loadTokenizer();

const section = (facts: Fact[], change: Partial<Section> = {}): Section => ({
  heading: 'failures:',
  noun: 'failure',
  total: facts.length,
  layout: 'lines',
  facts,
  ...change,
});
const summary = (...sections: Section[]): Summary => ({
  kind: 'made',
  verdict: [],
  sections,
  explainsFailure: false,
});
const pack = (created: Summary, tokens = 400, usualTokens = tokens) =>
  packSummary(
    { ...created, findings: noFindings },
    { firstLine: 'first', wayBack: 'last' },
    {
      tokens,
      usualTokens,
      fillTokens: usualTokens,
      neededBelow: ranks.sample,
      everyFailure: true,
      namesLeftOut: true,
    },
    count,
  );
const named = (from: number, to: number, rank: (at: number) => number = (at) => at): Fact[] =>
  Array.from({ length: to - from }, (_, at) => ({ rank: rank(at), text: `fact number ${from + at}` }));

describe('a packed view', () => {
  test('has the verdict first, facts set in, and the way back last', () => {
    expect(pack(summary(section([{ rank: 0, text: 'a\nb' }]))).text).toBe('first\nfailures:\n a\n b\nlast');
  });

  test('keeps the facts of the lowest ranks, in the order of their section, and counts the others', () => {
    const facts = named(0, 100, (at) => 100 - at);
    const { text, ranked } = pack(summary(section(facts, { total: 250 })), 60);
    const shown = text.split('\n').slice(2, -2);
    expect(shown.at(-1)).toBe(' fact number 99');
    expect(text).toContain(`… ${250 - shown.length} more failures`);
    expect(ranked.map(({ isShown }) => isShown)).toEqual(ranked.map((_, index) => index < shown.length));
    expect(count(text)).toBeLessThanOrEqual(60);
  });

  test('takes what is needed up to the budget, and what is only useful while the view is short', () => {
    const needed = pack(summary(section(named(0, 200, () => ranks.cause))), 400, 100).text;
    expect(count(needed)).toBeGreaterThan(380);
    const useful = pack(summary(section(named(0, 200, () => ranks.sample))), 400, 100).text;
    expect(count(useful)).toBeLessThanOrEqual(115);
    expect(count(useful)).toBeGreaterThan(80);
  });

  test('says the same words once, and how often', () => {
    const facts = [
      { rank: 0, text: 'again' },
      { rank: 1, text: 'other' },
      { rank: 2, text: 'again' },
    ];
    expect(pack(summary(section(facts))).text).toBe('first\nfailures:\n again (×2)\n other\nlast');
  });

  test('names what a section left out altogether', () => {
    const long = [{ rank: 0, text: 'long '.repeat(500) }];
    const { text } = pack(
      summary(section(long, { noun: 'entry', total: 7 }), section(long, { noun: 'match', total: 1 })),
    );
    expect(text).toBe('first\nnot shown: 7 entries, 1 match\nlast');
  });

  test('lists paths one after another, a shared folder named once', () => {
    const facts = ['src/a/x.ts 9', 'src/a/y.ts 4', 'src/a/z.ts 2', 'w.ts 1'].map((text, rank) => ({
      rank,
      text,
    }));
    const created = section(facts, { heading: 'files:', noun: 'file', total: 20, layout: 'paths' });
    expect(pack(summary(created)).text).toBe(
      'first\nfiles: src/a/x.ts 9, src/a/{y.ts 4, z.ts 2}, w.ts 1, … 16 more files\nlast',
    );
  });
});

describe('folded paths', () => {
  test('can be put back', () => {
    const items = ['a/b/c.ts 1', 'a/b/d.ts 2', 'a/e.ts:3', 'f.ts', 'a/b/g h.ts 4', 'a/k.ts'];
    const folded = foldPaths(items);
    const unfolded = folded.flatMap((item) => {
      const [, folder = '', inside = ''] = /^(.*?\/)\{(.*)\}$/.exec(item) ?? [];
      return inside === '' ? [item] : inside.split(', ').map((name) => folder + name);
    });
    expect(unfolded.toSorted()).toEqual(items.toSorted());
    expect(folded[0]).toBe(items[0]);
  });
});
