import { expect, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { type CheckedReader, checkRights, type FindOnce } from '#lib/streams/check-rights.ts';

function reader(stillMay: (findOnce: FindOnce) => Promise<boolean>): CheckedReader & { hasEnded: boolean } {
  const checked = {
    hasEnded: false,
    stillMay,
    end() {
      checked.hasEnded = true;
    },
  };
  return checked;
}

test('who lost the right is ended, nobody else, also if the store does not answer', async () => {
  const may = reader(async () => true);
  const mayNot = reader(async () => false);
  const unknown = reader(async () => {
    throw new Error('no answer');
  });
  await checkRights([may, mayNot, unknown, { stillMay: null, end: () => expect.unreachable() }], vi.fn());
  expect([may, mayNot, unknown].map(({ hasEnded }) => hasEnded)).toEqual([false, true, false]);
});

test('what many readers have in common is found once, and a few of them are checked at a time', async () => {
  const finds: string[] = [];
  let open = 0;
  let most = 0;
  const find = (key: string) => async () => {
    finds.push(key);
    await new Promise(setImmediate);
    return key !== 'member 3';
  };
  const readers = Array.from({ length: 1_000 }, (_, at) =>
    reader(async (findOnce) => {
      open += 1;
      most = Math.max(most, open);
      const keys = [`member ${at % 200}`, `conversation ${at % 100}`];
      const found = await Promise.all(keys.map((key) => findOnce(key, find(key))));
      open -= 1;
      return found.every(Boolean);
    }),
  );
  await checkRights(readers, vi.fn());
  expect(finds).toHaveLength(300);
  expect(most).toBeLessThanOrEqual(limits.rightsCheckedAtOnce);
  expect(readers.flatMap(({ hasEnded }, at) => (hasEnded ? at : []))).toEqual([3, 203, 403, 603, 803]);
});

test('a reader that fails to end is reported, and the others are checked', async () => {
  const onError = vi.fn();
  const failing: CheckedReader = {
    stillMay: async () => false,
    end() {
      throw new Error('no end');
    },
  };
  const mayNot = reader(async () => false);
  await checkRights([failing, ...Array.from({ length: limits.rightsCheckedAtOnce }, () => mayNot)], onError);
  expect(mayNot.hasEnded).toBe(true);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no end'));
});
