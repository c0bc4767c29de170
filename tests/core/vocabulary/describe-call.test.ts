import { expect, test } from 'vitest';
import { describeToolCall } from '#lib/core/vocabulary/describe-call.ts';

test.each([
  [2_450, 48, 'grep_file: 2,450 → 48 tokens (98%)'],
  [1_000, 1_000, 'grep_file: 1,000 → 1,000 tokens (0%)'],
  [null, 48, 'grep_file: ? → 48 tokens'],
  [0, 5, 'grep_file: 0 → 5 tokens'],
  // Percentages are never rounded up.
  [1_000_000, 1, 'grep_file: 1,000,000 → 1 tokens (99%)'],
  [10_000, 0, 'grep_file: 10,000 → 0 tokens (100%)'],
  // A view longer than its text has negative savings.
  [100, 101, 'grep_file: 100 → 101 tokens (-1%)'],
])('formats %s full and %s sent as %s', (fullTokens, sentTokens, line) => {
  expect(describeToolCall('grep_file', { fullTokens, sentTokens, isEstimated: false })).toBe(line);
});

test('marks an estimated token count', () => {
  const line = describeToolCall('read_file', { fullTokens: 9_000_000, sentTokens: 90, isEstimated: true });
  expect(line).toBe('read_file: ~9,000,000 → 90 tokens (99%)');
});
