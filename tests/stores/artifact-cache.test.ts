import { expect, test } from 'vitest';
import { createArtifactCache } from '#lib/stores/artifact-cache.ts';

test('keeps the most recently used artifacts within its byte limit', () => {
  const cache = createArtifactCache(30);
  for (const field of ['0', '1', '2']) cache.set('art_a', field, Buffer.alloc(10));
  cache.get('art_a', '0');
  cache.set('art_b', '0', Buffer.alloc(10));
  expect(['0', '1', '2'].map((field) => cache.get('art_a', field) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  expect(cache.get('art_b', '0')).toHaveLength(10);
});

test('setting a field again counts its size once', () => {
  const cache = createArtifactCache(20);
  for (let index = 0; index < 5; index += 1) cache.set('art_a', '0', Buffer.alloc(10));
  cache.set('art_a', '1', Buffer.alloc(10));
  expect(cache.get('art_a', '0')).toBeDefined();
});

test('does not cache a value larger than its limit', () => {
  const cache = createArtifactCache(20);
  cache.set('art_a', '0', Buffer.alloc(21));
  expect(cache.get('art_a', '0')).toBeUndefined();
});
