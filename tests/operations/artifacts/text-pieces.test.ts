import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { readTextPieces } from '#lib/operations/artifacts/text-pieces.ts';
import { encodeLineIndex } from '#lib/stores/line-index.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';

const scans = 20;
const pieces = 5;

test('parallel reads process one chunk of one text per turn of the event loop', async () => {
  let readInTurn = 0;
  const perTurn: number[] = [];
  const chunk = Buffer.alloc(limits.artifactChunkBytes, 'line\n');
  const byteLength = chunk.length * pieces;
  const entries = new Uint32Array(0);
  const index = encodeLineIndex({ encoding: 'utf-8', lineCount: 0, byteLength, entries });
  const artifacts = {
    readIndex: async () => index,
    readBytes: async () => {
      readInTurn += 1;
      return chunk;
    },
  } as unknown as ArtifactStore;

  let isOver = false;
  const countTurns = () => {
    perTurn.push(readInTurn);
    readInTurn = 0;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const read = async () => {
    let length = 0;
    for await (const text of readTextPieces(
      artifacts,
      { id: 'x', type: 'file' },
      { start: 0, end: byteLength },
    ))
      length += text.length;
    return length;
  };
  const lengths = await Promise.all(Array.from({ length: scans }, read));
  isOver = true;
  expect(lengths).toEqual(Array(scans).fill(byteLength));
  expect(perTurn.reduce((sum, count) => sum + count, readInTurn)).toBe(scans * pieces);
  expect(Math.max(...perTurn)).toBe(1);
});
