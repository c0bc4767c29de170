import { expect, test } from 'vitest';
import { createSerialTurns } from '#components/artifacts/api/in-turn.ts';

test('runs one task after another, and continues after a failed one', async () => {
  const inTurn = createSerialTurns();
  const begun: string[] = [];
  let atWork = 0;
  let max = 0;
  const work = (name: string) => async () => {
    begun.push(name);
    atWork += 1;
    max = Math.max(max, atWork);
    await new Promise((resolve) => setTimeout(resolve, 2));
    atWork -= 1;
    if (name === 'b') throw new Error('down');
    return name;
  };
  const all = [inTurn(work('a')), inTurn(work('b')), inTurn(work('c'))];
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    'a',
    'failed',
    'c',
  ]);
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(max).toBe(1);
});
