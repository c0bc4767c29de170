import { expect, test } from 'vitest';
import { chunkLines } from '../../components/artifacts/api/chunk-lines.ts';
import { firstLines, rememberedHead, rememberHead } from '../../components/artifacts/api/read-heads.ts';
import type { LineWindow } from '../../lib/core/line-window.ts';
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

test('the first lines are kept as one piece, with what is said of them', () => {
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
])('of %s only the metadata is kept', (_, window) => {
  rememberHead('/b', sampleMetadata, window);
  expect(rememberedHead('/b')).toEqual({ metadata: sampleMetadata, lines: null });
});

test('what is written still is not kept, and of the rest only what was read last', () => {
  rememberHead('/growing', { ...sampleMetadata, state: 'writing' }, windowOf(1, 80, 100));
  expect(rememberedHead('/growing')).toBeNull();
  rememberHead('/first', sampleMetadata, null);
  for (let count = 0; count < 200; count += 1) rememberHead(`/later/${count}`, sampleMetadata, null);
  expect(rememberedHead('/first')).toBeNull();
  expect(rememberedHead('/later/0')).not.toBeNull();
});

test('fewer lines of a window are a window', () => {
  const window = windowOf(1, 80, 100);
  expect(firstLines(window, 80)).toBe(window);
  expect(firstLines(window, 1)).toEqual({ ...window, lines: ['line 1'], to: 1, cut: [] });
});
