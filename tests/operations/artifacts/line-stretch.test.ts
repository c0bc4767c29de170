import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { readLineStretch } from '#lib/operations/artifacts/line-stretch.ts';
import { createLineIndexer, encodeLineIndex } from '#lib/stores/line-index.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';

/** A store with one text, which counts the bytes read. */
function hold(text: string | Buffer, type: ArtifactMetadata['type'] = 'text') {
  const bytes = Buffer.from(text);
  const indexer = createLineIndexer();
  indexer.push(bytes);
  const index = indexer.finish();
  if (index === null) throw new Error('no text');
  const encoded = encodeLineIndex(index);
  const read = { bytes: 0 };
  const store = {
    readIndex: async () => encoded,
    readBytes: async (_: string, start: number, end: number) => {
      read.bytes += end - start;
      return bytes.subarray(start, end);
    },
  } as unknown as ArtifactStore;
  const metadata = { id: 'art_1', type, firstLine: 1, byteLength: bytes.length } as ArtifactMetadata;
  return { at: (line: number, character: number) => readLineStretch(store, metadata, line, character), read };
}

const long = Array.from({ length: 1_000 }, (_, index) => `word${index} `).join('');

describe('a part of one long line', () => {
  test('starts at any character, and consecutive parts cover the line to its end', async () => {
    const { at } = hold(`first\r\n${long}\r\nlast\n`);
    let read = '';
    for (let isLast = false; !isLast; ) {
      const part = await at(2, read.length);
      expect(part?.start).toBe(read.length);
      expect(part?.text.length).toBeLessThanOrEqual(limits.lineCharacters);
      read += part?.text;
      isLast = part?.isLast ?? true;
    }
    expect(read).toBe(long);
    expect(await at(2, 99_999)).toEqual({ text: '', start: 99_999, isLast: true });
    expect(await at(3, 0)).toEqual({ text: 'last', start: 0, isLast: true });
  });

  test('never starts or ends inside a character', async () => {
    const { at } = hold(`x${'😀'.repeat(3_000)}\n`);
    const first = await at(1, 0);
    expect(first?.text).toBe(`x${'😀'.repeat(999)}`);
    const inside = await at(1, 2_002);
    expect(inside?.start).toBe(2_001);
    expect(inside?.text.isWellFormed()).toBe(true);
  });

  test('counts characters as people read them: without colours, in any encoding', async () => {
    const colours = hold(`${'\u001b[31mred\u001b[0m '.repeat(2_000)}needle\n`, 'terminal');
    expect(await colours.at(1, 8_000)).toEqual({ text: 'needle', start: 8_000, isLast: true });
    const wide = hold(Buffer.from(`\ufeff${'ä'.repeat(5_000)}needle\n`, 'utf16le'));
    expect(await wide.at(1, 5_000)).toEqual({ text: 'needle', start: 5_000, isLast: true });
  });

  test('reads no further than necessary', async () => {
    const { at, read } = hold(`${'x'.repeat(20 * 1024 * 1024)}\n`);
    expect((await at(1, 4_000))?.text.length).toBe(limits.lineCharacters);
    expect(read.bytes).toBeLessThan(3 * 1024 * 1024);
  });
});
