import { expect, test } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { keepRequestSchema, laterExpiry, soonerExpiry } from '#lib/core/vocabulary/keep.ts';

const [one, two] = ['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z'];
const ada = { id: 'm1', name: 'Ada' };

test('an artifact can be kept for an hour, a day, seven days or until it is removed, and for no other time', () => {
  for (const ttlSeconds of [3_600, 86_400, 604_800, null]) {
    expect(keepRequestSchema.safeParse({ ttlSeconds }).success).toBe(true);
  }
  for (const bad of [
    {},
    { ttlSeconds: 0 },
    { ttlSeconds: '3600' },
    { ttlSeconds: 3_601 },
    { ttlSeconds: null, x: 1 },
  ]) {
    expect(keepRequestSchema.safeParse(bad).success).toBe(false);
  }
});

test('never expiring counts as the later of two expiries and never as the sooner', () => {
  expect([laterExpiry(one, two), laterExpiry(two, one)]).toEqual([two, two]);
  expect([laterExpiry(one, null), laterExpiry(null, one)]).toEqual([null, null]);
  expect([soonerExpiry(one, two), soonerExpiry(two, one), soonerExpiry(null, one)]).toEqual([one, one, one]);
});

test('a conversation knows the latest keep or release of each artifact; an older event that arrives late changes nothing', () => {
  const kept = (artifactId: string, expiresAt: string | null, timestamp: string) =>
    durableEvent('artifact.kept', { artifactId, expiresAt, by: ada }, timestamp);
  const released = durableEvent('artifact.released', { artifactId: 'art_a', expiresAt: two, by: ada }, two);
  const state = reduceEvents(
    [kept('art_a', null, one), kept('art_b', two, one), released, kept('art_a', null, one)].map(
      (event, at) => ({
        ...event,
        id: String(at + 1),
      }),
    ),
  );
  expect(state.keeps).toEqual({
    art_a: { isKept: false, expiresAt: two, by: ada, timestamp: two },
    art_b: { isKept: true, expiresAt: two, by: ada, timestamp: one },
  });
});
