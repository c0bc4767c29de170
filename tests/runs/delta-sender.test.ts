import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createDeltaSender, type Delta } from '#lib/runs/delta-sender.ts';

test('the first delta is sent at once and the rest once it is stored, in order and without a gap', async () => {
  const sent: Delta[][] = [];
  const stored = Promise.withResolvers<void>();
  const sender = createDeltaSender(async (deltas) => {
    sent.push(deltas);
    await stored.promise;
  });
  sender.push('assistant.message_delta', 'a');
  expect(sent).toHaveLength(1);
  for (const letter of 'bcdefg') sender.push('assistant.message_delta', letter);
  sender.push('assistant.reasoning_delta', 'why');
  expect(sent).toHaveLength(1);
  stored.resolve();
  await sender.flush();
  expect(sent.flat()).toEqual([
    { type: 'assistant.message_delta', deltaContent: 'a', offset: 0 },
    { type: 'assistant.message_delta', deltaContent: 'bcdefg', offset: 1 },
    { type: 'assistant.reasoning_delta', deltaContent: 'why', offset: 0 },
  ]);
});

test('a slow store gets the deltas one after the other', async () => {
  let open = 0;
  let max = 0;
  const sender = createDeltaSender(async () => {
    open += 1;
    max = Math.max(max, open);
    await new Promise((resolve) => setTimeout(resolve, 5));
    open -= 1;
  });
  for (let index = 0; index < 5; index += 1) {
    sender.push('assistant.message_delta', 'x');
    await sender.flush();
  }
  expect(max).toBe(1);
});

test('no text sends no delta', async () => {
  const sent: Delta[][] = [];
  const sender = createDeltaSender(async (deltas) => {
    sent.push(deltas);
  });
  sender.push('assistant.message_delta', '');
  await sender.flush();
  expect(sent).toEqual([]);
});

test('a long answer is now and then sent as its full text, and the next deltas continue from there', async () => {
  const sent: { deltas: Delta[]; isSnapshot: boolean }[] = [];
  const sender = createDeltaSender(async (deltas, isSnapshot) => {
    sent.push({ deltas, isSnapshot });
  });
  sender.push('assistant.reasoning_delta', 'why');
  for (let index = 0; index < 3 * limits.deltasPerSnapshot; index += 1) {
    sender.push('assistant.message_delta', 'x');
    await sender.flush();
  }
  const snapshots = sent.filter(({ isSnapshot }) => isSnapshot);
  expect(snapshots).toHaveLength(3);
  expect(snapshots[0]?.deltas).toEqual([
    { type: 'assistant.reasoning_delta', deltaContent: 'why', offset: 0 },
    { type: 'assistant.message_delta', deltaContent: 'x'.repeat(limits.deltasPerSnapshot - 1), offset: 0 },
  ]);
  // None of the deltas leaves a gap before the next.
  let length = 0;
  for (const { type, offset, deltaContent } of sent.flatMap(({ deltas }) => deltas)) {
    if (type !== 'assistant.message_delta') continue;
    expect(offset).toBeLessThanOrEqual(length);
    length = Math.max(length, offset + deltaContent.length);
  }
  expect(length).toBe(3 * limits.deltasPerSnapshot);
});
