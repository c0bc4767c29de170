import { expect, test } from 'vitest';
import { conversationEnd, expiryAfter, formatLifetime } from '#lib/core/vocabulary/lifetime.ts';

test('a result expires its lifetime after it was made, or with its conversation', () => {
  const made = Date.parse('2026-11-22T10:00:00.000Z');
  expect(expiryAfter(made, 1_800)).toBe('2026-11-22T10:30:00.000Z');
  expect(expiryAfter(made, null)).toBe(conversationEnd);
});

test.each<[seconds: number | null, words: string]>([
  [1_800, '30 minutes'],
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [90, '90 seconds'],
  [null, 'as long as the conversation'],
])('a lifetime of %j seconds reads %j', (seconds, words) => {
  expect(formatLifetime(seconds)).toBe(words);
});
