import { describe, expect, test } from 'vitest';
import { isMatch, requiredTerms, searchWords, termsOf } from '#lib/core/vocabulary/search/search-terms.ts';

const document = {
  text: 'The deploy of 上海 failed: exit 1 👍🏽',
  facets: ['kind:message', 'tool:run tests'],
};

describe('what a search requires', () => {
  test.each(['deploy', 'PLOY', 'of', '上海', '海', '1', 'exit 1', '👍', 'failed:', 'the 上 f'])(
    'is among the terms of a document that matches %s',
    (query) => {
      const conditions = { words: searchWords(query), facets: ['tool:run tests'] };
      expect(isMatch(document, conditions)).toBe(true);
      const terms = termsOf(document);
      expect([...requiredTerms(conditions)].filter((term) => !terms.has(term))).toEqual([]);
    },
  );

  test('has no Markdown, as documents have none', () => {
    expect(searchWords('`npm run` \\[x\\] a\\.b C:\\dir')).toEqual(['npm', 'run', '[x]', 'a.b', 'c:\\dir']);
    expect(searchWords('``')).toEqual([]);
  });

  test('is nothing for one letter, and for no words', () => {
    expect(requiredTerms({ words: searchWords(' e '), facets: [] }).size).toBe(0);
    expect(requiredTerms({ words: searchWords(''), facets: [] }).size).toBe(0);
  });

  test('matches no document that lacks a word or a facet', () => {
    expect(isMatch(document, { words: ['deploys'], facets: [] })).toBe(false);
    expect(isMatch(document, { words: ['deploy', 'q'], facets: [] })).toBe(false);
    expect(isMatch(document, { words: ['deploy'], facets: ['kind:artifact'] })).toBe(false);
  });
});
