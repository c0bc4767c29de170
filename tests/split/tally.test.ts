import { describe, expect, test } from 'vitest';
import { createTally } from '#lib/split/tally.ts';

describe('a tally', () => {
  test('counts by name, the largest first, equal ones as they came', () => {
    const tally = createTally();
    for (const name of ['b', 'a', 'c', 'a']) tally.add(name);
    tally.add('c', 4);
    expect(tally.top(2)).toEqual([
      { name: 'c', count: 5 },
      { name: 'a', count: 2 },
    ]);
    expect([tally.total, tally.distinct, tally.get('b'), tally.get('x')]).toEqual([8, 3, 1, 0]);
  });

  test('holds so many names, and says that there were more', () => {
    const tally = createTally(10);
    for (let index = 0; index < 50_000; index += 1) tally.add(`name ${index % 25}`);
    expect(tally.total).toBe(50_000);
    expect(tally.distinct).toBeNull();
    expect(tally.top(100)).toHaveLength(10);
    expect(tally.get('name 3')).toBe(2_000);
  });
});
