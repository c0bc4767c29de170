import { expect, test } from 'vitest';
import { pdfOfArtifact } from '#lib/tools/pdf-of-artifact.ts';
import { endlessContent, pdfOf } from '../support/pdfs.ts';

const artifactOf = (id: string, bytes: Uint8Array) => {
  let reads = 0;
  return {
    metadata: { id, byteLength: bytes.length },
    reads: () => reads,
    artifacts: {
      readBytes: async (_: string, start: number, end: number) => {
        if (end > 1) reads += 1;
        return bytes.subarray(start, end);
      },
    },
  };
};

test('a PDF is read once, and not at all once it has expired', async () => {
  const { artifacts, metadata, reads } = artifactOf('art_once', pdfOf([['four, seven, one, one']]));
  const [first, second] = await Promise.all([
    pdfOfArtifact(artifacts, metadata),
    pdfOfArtifact(artifacts, metadata),
  ]);
  expect(Buffer.from(first?.text ?? []).toString()).toContain('four, seven');
  expect(second).toBe(first);
  expect(reads()).toBe(1);
  expect(await pdfOfArtifact({ readBytes: async () => null }, metadata)).toBeNull();
});

test('one that takes long keeps nobody from a text that is known, and whoever goes away is let go', async () => {
  const known = artifactOf('art_known', pdfOf([['known']]));
  await pdfOfArtifact(known.artifacts, known.metadata);
  const slow = artifactOf('art_slow', pdfOf([[]], { firstContent: endlessContent() }));
  const [controller, waiting] = [new AbortController(), new AbortController()];
  const reading = pdfOfArtifact(slow.artifacts, slow.metadata, controller.signal);
  const queued = pdfOfArtifact(slow.artifacts, slow.metadata, waiting.signal);
  expect((await pdfOfArtifact(known.artifacts, known.metadata))?.pageCount).toBe(1);
  waiting.abort(new Error('gone'));
  await expect(queued).rejects.toThrow('gone');
  controller.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
  // The queue goes on.
  const next = artifactOf('art_next', pdfOf([['next']]));
  expect((await pdfOfArtifact(next.artifacts, next.metadata))?.pageCount).toBe(1);
});
