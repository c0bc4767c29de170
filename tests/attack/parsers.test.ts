import { expect, test } from 'vitest';
import { attackedParsers, attackParsers } from './parsers.ts';

test('5,000 damaged inputs are read without a defect', async () => {
  const seed = 24;
  console.log(`seed ${seed}`);
  const counts = await attackParsers(5_000, seed);
  expect(counts.size).toBe(attackedParsers.length);
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(4_900);
}, 300_000);
