import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import { withoutSizes } from '#lib/core/algorithms/lines/listing-line.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { decodeLineIndex } from '#lib/stores/line-index.ts';
import { readArtifactLines } from '#lib/stores/read-artifact.ts';
import type { ReadableArtifact } from '../text-of-artifact.ts';
import { lineSource } from './line-source.ts';
import type { Mask } from './readable-text.ts';
import type { RecallSource } from './recall-source.ts';

/** An artifact to recall from. `null`: it has expired in the meantime. */
export async function artifactSource(
  { metadata, artifacts }: ReadableArtifact,
  createMask: () => Mask,
): Promise<RecallSource | null> {
  const index = await artifacts.readIndex(metadata.id);
  if (index === null) return null;
  return lineSource({
    title: metadata.title,
    firstLine: metadata.firstLine,
    lineCount: metadata.lineCount ?? 0,
    byteLength: metadata.byteLength,
    encoding: decodeLineIndex(index).encoding,
    isTerminal: traitsOf(metadata.type).hasEscapes,
    createMask: traitsOf(metadata.type).hasSizes ? withSizesOut(createMask) : createMask,
    readChunks: () => artifactChunks(artifacts, metadata),
    readWindow: (range: LineRange) => readArtifactLines(artifacts, metadata, range),
  });
}

/** Removes the sizes of a listing, which are for people. */
const withSizesOut = (createMask: () => Mask) => () => {
  const mask = createMask();
  return (lines: string) => mask(withoutSizes(lines));
};

async function* artifactChunks(
  artifacts: ReadableArtifact['artifacts'],
  { id, byteLength }: Pick<ArtifactMetadata, 'id' | 'byteLength'>,
): AsyncIterable<Uint8Array> {
  for (let start = 0; start < byteLength; start += limits.artifactChunkBytes) {
    const chunk = await artifacts.readBytes(
      id,
      start,
      Math.min(byteLength, start + limits.artifactChunkBytes),
    );
    if (chunk === null) return;
    yield chunk;
  }
}
