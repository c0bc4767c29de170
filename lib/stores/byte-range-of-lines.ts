import type { LineRange } from '../core/algorithms/lines/lines.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { decodeLineIndex } from './line-index.ts';
import { locateLines } from './read-lines.ts';
import type { ArtifactStore } from './stores.ts';

/** Converts displayed line numbers to positions in the artifact. */
export const storedLines = (
  { firstLine }: Pick<ArtifactMetadata, 'firstLine'>,
  { from, to }: LineRange,
): LineRange => ({ from: from - firstLine + 1, to: to - firstLine + 1 });

/**
 * The byte range [start, end) of displayed lines; without a range, all bytes. `null`: the artifact has
 * expired meanwhile.
 */
export async function byteRangeOfLines(
  artifacts: Pick<ArtifactStore, 'readBytes' | 'readIndex'>,
  source: ArtifactMetadata,
  range: LineRange | null,
): Promise<{ start: number; end: number } | null> {
  if (range === null) return { start: 0, end: source.byteLength };
  const bytes = await artifacts.readIndex(source.id);
  if (bytes === null) return null;
  const readBytes = async (start: number, end: number) =>
    (await artifacts.readBytes(source.id, start, end)) ?? new Uint8Array(0);
  return await locateLines({ readBytes, index: decodeLineIndex(bytes) }, storedLines(source, range));
}
