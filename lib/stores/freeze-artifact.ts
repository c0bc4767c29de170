import type { ArtifactMetadata } from '../core/artifact.ts';
import { limits } from '../core/limits.ts';
import type { LineRange } from '../core/lines.ts';
import { decodeLineIndex } from './line-index.ts';
import { locateLines } from './read-lines.ts';
import type { ArtifactStore } from './stores.ts';

interface Copy {
  id: string;
  /** By the numbers people see; `null`: all of it. */
  range: LineRange | null;
  expiresAt: string;
}

/** Copies an artifact, or lines of it, under another ID and clock, without what ties it to a conversation. `null`: it has expired. */
export async function freezeArtifact(
  artifacts: ArtifactStore,
  source: ArtifactMetadata,
  { id, range, expiresAt }: Copy,
): Promise<ArtifactMetadata | null> {
  const place = await placeOf(artifacts, source, range);
  if (place === null || source.state !== 'complete') return null;
  const { type, title, mimeType, language, files, exitCode, tool, createdAt, author } = source;
  const writer = await artifacts.create({
    id,
    type,
    title,
    mimeType,
    language,
    files,
    exitCode,
    tool,
    createdAt,
    author,
    arguments: source.arguments,
    firstLine: range?.from ?? source.firstLine,
    runId: '',
    conversationId: '',
  });
  for (let start = place.start; start < place.end; start += limits.artifactChunkBytes) {
    const chunk = await artifacts.readBytes(
      source.id,
      start,
      Math.min(place.end, start + limits.artifactChunkBytes),
    );
    if (chunk === null) {
      await writer.abort();
      return null;
    }
    await writer.write(chunk);
  }
  return await writer.complete(expiresAt);
}

async function placeOf(artifacts: ArtifactStore, source: ArtifactMetadata, range: LineRange | null) {
  if (range === null) return { start: 0, end: source.byteLength };
  const bytes = await artifacts.readIndex(source.id);
  if (bytes === null) return null;
  const shift = source.firstLine - 1;
  const readBytes = async (start: number, end: number) =>
    (await artifacts.readBytes(source.id, start, end)) ?? new Uint8Array(0);
  const lined = { readBytes, index: decodeLineIndex(bytes), byteLength: source.byteLength };
  return await locateLines(lined, { from: range.from - shift, to: range.to - shift });
}
