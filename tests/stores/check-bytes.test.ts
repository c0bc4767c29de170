import { expect, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createBytesChecker } from '#lib/stores/check-bytes.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';

function checker(hashBytes: ArtifactStore['hashBytes'], state: 'complete' | 'expired' = 'complete') {
  let nowMs = Date.parse('2026-11-22T10:00:00.000Z');
  const get = async () => ({ metadata: { state } });
  const artifacts = { hashBytes, get } as unknown as ArtifactStore;
  const check = createBytesChecker(artifacts, () => nowMs);
  return { check: (id: string) => check({ id, state: 'complete' }), pass: (ms: number) => (nowMs += ms) };
}

test('one read of the bytes serves all requests within a while, and later ones read again', async () => {
  const hashBytes = vi.fn(async () => 'hash');
  const { check, pass } = checker(hashBytes);
  const [first, second] = await Promise.all([check('a'), check('a')]);
  expect(first).toEqual({ checkedAt: '2026-11-22T10:00:00.000Z', actualSha256: 'hash' });
  expect(second).toEqual(first);
  pass(limits.bytesCheckMs - 1);
  await check('a');
  expect(hashBytes).toHaveBeenCalledTimes(1);
  pass(1);
  expect((await check('a'))?.checkedAt).toBe('2026-11-22T10:05:00.000Z');
  expect(hashBytes).toHaveBeenCalledTimes(2);
});

test('artifacts are read one at a time, and a failure neither blocks others nor is cached', async () => {
  let atWork = 0;
  let max = 0;
  const hashBytes = vi.fn(async (id: string) => {
    atWork += 1;
    max = Math.max(max, atWork);
    await new Promise(setImmediate);
    atWork -= 1;
    if (id === 'b' && hashBytes.mock.calls.length < 4) throw new Error('down');
    return id;
  });
  const { check } = checker(hashBytes);
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(check));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(max).toBe(1);
  expect((await check('b'))?.actualSha256).toBe('b');
});

test('missing bytes are reported, unless the artifact has expired meanwhile', async () => {
  expect(await checker(async () => null).check('a')).toMatchObject({ actualSha256: null });
  expect(await checker(async () => null, 'expired').check('a')).toBeNull();
});

test('an incomplete artifact is not read', async () => {
  const hashBytes = vi.fn(async () => 'hash');
  const check = createBytesChecker({ hashBytes } as unknown as ArtifactStore, () => 0);
  expect(await check({ id: 'a', state: 'writing' })).toBeNull();
  expect(hashBytes).not.toHaveBeenCalled();
});
