import { expect, test } from 'vitest';
import { chunkLines } from '#components/artifacts/api/chunk-lines.ts';
import { firstLines, rememberedHead, rememberHead } from '#components/artifacts/api/read-heads.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { sampleMetadata } from '../support/sample-metadata.ts';

const windowOf = (from: number, count: number, total: number): LineWindow => ({
  lines: Array.from({ length: count }, (_, index) => `line ${from + index}`),
  from,
  to: from + count - 1,
  total,
  cut: [
    { line: 2, byteLength: 9_000 },
    { line: 70, byteLength: 9_000 },
  ],
  state: 'complete',
});

test('the first lines are cached as one piece, with their metadata', () => {
  rememberHead('/a', sampleMetadata, windowOf(1, 80, 100));
  const head = rememberedHead('/a');
  expect(head?.metadata).toBe(sampleMetadata);
  expect(head?.lines).toEqual({
    ...windowOf(1, chunkLines, 100),
    cut: [{ line: 2, byteLength: 9_000 }],
  });
  rememberHead('/short', sampleMetadata, windowOf(1, 3, 3));
  expect(rememberedHead('/short')?.lines?.lines).toHaveLength(3);
});

test.each([
  ['part of the first piece', windowOf(1, 12, 100)],
  ['lines from further down', windowOf(20, 80, 100)],
  ['no lines', null],
])('only the metadata of %s is cached', (_, window) => {
  rememberHead('/b', sampleMetadata, window);
  expect(rememberedHead('/b')).toEqual({ metadata: sampleMetadata, lines: null });
});

test('an artifact that is being written is not cached, and of the others only the latest read are', () => {
  rememberHead('/growing', { ...sampleMetadata, state: 'writing' }, windowOf(1, 80, 100));
  expect(rememberedHead('/growing')).toBeNull();
  rememberHead('/first', sampleMetadata, null);
  for (let count = 0; count < 200; count += 1) rememberHead(`/later/${count}`, sampleMetadata, null);
  expect(rememberedHead('/first')).toBeNull();
  expect(rememberedHead('/later/0')).not.toBeNull();
});

test('a window can be shortened to its first lines', () => {
  const window = windowOf(1, 80, 100);
  expect(firstLines(window, 80)).toBe(window);
  expect(firstLines(window, 1)).toEqual({ ...window, lines: ['line 1'], to: 1, cut: [] });
});
