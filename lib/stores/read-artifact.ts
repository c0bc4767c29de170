import type { LineRange } from '../core/algorithms/lines/lines.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { traitsOf } from '../core/vocabulary/artifact-types.ts';
import type { LinePart, LineWindow } from '../core/vocabulary/line-window.ts';
import { decodeLineIndex } from './line-index.ts';
import { type LinedBytes, readLinePart, readLines } from './read-lines.ts';
import type { ArtifactStore } from './stores.ts';

type StoredBytes = Pick<ArtifactStore, 'readBytes' | 'readIndex'>;

/**
 * Lines of a stored artifact, by their index in it; none while nothing is published. `null`: it has expired
 * meanwhile.
 */
export async function readArtifactLines(
  artifacts: StoredBytes,
  metadata: ArtifactMetadata,
  range: LineRange,
): Promise<LineWindow | null> {
  const state = metadata.state === 'writing' ? 'writing' : 'complete';
  const read = (source: LinedBytes) => readLines(source, range, state, traitsOf(metadata.type).hasEscapes);
  if (state === 'writing' && metadata.byteLength === 0) return await read(nothing);
  return await whileAlive(artifacts, metadata.id, read);
}

const nothing: LinedBytes = {
  readBytes: async () => new Uint8Array(0),
  index: { encoding: 'utf-8', lineCount: 0, byteLength: 0, entries: new Uint32Array(0) },
};

/** Part of one long line. `null`: the artifact has expired meanwhile, or there is no such line. */
export async function readArtifactLinePart(
  artifacts: StoredBytes,
  metadata: ArtifactMetadata,
  line: number,
  fromByte: number,
): Promise<LinePart | null> {
  return await whileAlive(artifacts, metadata.id, (source) => readLinePart(source, line, fromByte));
}

async function whileAlive<T>(
  artifacts: StoredBytes,
  id: string,
  read: (source: LinedBytes) => Promise<T>,
): Promise<T | null> {
  const index = await artifacts.readIndex(id);
  if (index === null) return null;
  let hasExpired = false;
  const readBytes = async (start: number, end: number) => {
    const bytes = await artifacts.readBytes(id, start, end);
    hasExpired ||= bytes === null;
    return bytes ?? new Uint8Array(0);
  };
  const result = await read({ readBytes, index: decodeLineIndex(index) });
  return hasExpired ? null : result;
}
