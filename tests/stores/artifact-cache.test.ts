import { expect, test } from 'vitest';
import { createArtifactCache } from '../../lib/stores/artifact-cache.ts';

test('keeps what was used last, up to its bytes', () => {
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

test('a field set again takes its room once', () => {
  const cache = createArtifactCache(20);
  for (let index = 0; index < 5; index += 1) cache.set('art_a', '0', Buffer.alloc(10));
  cache.set('art_a', '1', Buffer.alloc(10));
  expect(cache.get('art_a', '0')).toBeDefined();
});

test('what is larger than all of it is not kept', () => {
  const cache = createArtifactCache(20);
  cache.set('art_a', '0', Buffer.alloc(21));
  expect(cache.get('art_a', '0')).toBeUndefined();
});
