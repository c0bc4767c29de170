import { expect, test } from 'vitest';
import { takeSections } from '#components/artifacts/viewers/files/use-sections.ts';
import type { MatchesSection } from '#lib/core/algorithms/lines/file-section.ts';

const section: MatchesSection = { path: 'a.ts', from: 1, lineCount: 2, matchCount: 2 };
const value = { sections: [section], isCut: false };
const failure = { ok: false, code: 'network', error: 'The server did not answer.' } as const;

test('known files stay when a later request for more of them fails', () => {
  const none = { value: null, hasFailed: false };
  expect(takeSections(none, failure)).toEqual({ value: null, hasFailed: true });
  const known = takeSections(none, { ok: true, value });
  expect(takeSections(known, failure)).toEqual({ value, hasFailed: true });
  expect(takeSections({ value, hasFailed: true }, { ok: true, value })).toEqual({ value, hasFailed: false });
});
