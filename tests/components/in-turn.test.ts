import { expect, test } from 'vitest';
import { createSerialTurns } from '#components/artifacts/api/in-turn.ts';

test('runs one task after another, and continues after a failed or aborted one', async () => {
  const inTurn = createSerialTurns();
  const { signal } = new AbortController();
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
  const gone = new AbortController();
  const all = [
    inTurn(work('a'), signal),
    inTurn(work('b'), signal),
    inTurn(work('c'), gone.signal),
    inTurn(work('d'), signal),
  ];
  gone.abort();
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    'a',
    'failed',
    null,
    'd',
  ]);
  expect(begun).toEqual(['a', 'b', 'd']);
  expect(max).toBe(1);
});
