import { expect, test } from 'vitest';
import { createAgentSpending } from '#lib/runs/agents/agent-work.ts';

const spend = (maxMicrodollars: number | null, above: Parameters<typeof createAgentSpending>[1] = null) =>
  createAgentSpending({ name: 'reader', maxMicrodollars }, above);

test('what is spent below counts above, and ends whoever reached its budget', () => {
  const above = spend(500_000);
  const below = spend(null, above);
  below.add(499_999);
  below.check();
  below.add(1);
  expect(() => below.check()).toThrow('reader reached its budget of $0.50.');
  expect([above.microdollars, below.microdollars]).toEqual([500_000, 500_000]);
});

test('a cost that is not known makes the sum unknown, and what is known of it still counts', () => {
  const spending = spend(500_000);
  spending.add(null);
  spending.add(400_000);
  expect(spending.microdollars).toBeNull();
  spending.check();
  spending.add(100_000);
  expect(() => spending.check()).toThrow('budget');
});
