import { expect, test } from 'vitest';
import { linesOfGiven, nameOfGiven } from '#components/artifacts/cards/given.ts';
import { parseGivenDraft } from '#components/chat/given-draft.ts';

const given = { artifactId: 'art_a', lines: 'L40-L62', title: 'src/limits/token-bucket.ts', tokens: 312 };

test('a chip names a file by its name and a command by its start', () => {
  expect([nameOfGiven(given), linesOfGiven(given)]).toEqual(['token-bucket.ts', 'L40–L62']);
  const command = { ...given, title: 'npm test -- --reporter=verbose tests/core', lines: 'L7' };
  expect(nameOfGiven(command)).toBe('npm test -- --reporter=verbose t…');
  expect(linesOfGiven(command)).toBe('L7');
  const { lines: _lines, ...whole } = given;
  expect(linesOfGiven(whole)).toBe('whole');
});

test('a stored draft is read back, and invalid entries are ignored', () => {
  expect(parseGivenDraft(JSON.stringify([given]))).toEqual([given]);
  expect(parseGivenDraft(null)).toEqual([]);
  for (const text of ['{', '7', 'null', '[null]', '[{"artifactId":1}]', '{"artifactId":"art_a"}']) {
    expect(parseGivenDraft(text)).toEqual([]);
  }
});
