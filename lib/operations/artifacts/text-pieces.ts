import { createTerminalCleaner } from '#lib/core/algorithms/terminal/terminal-cleaner.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { endOfWholeLines } from '#lib/split/secrets/whole-lines.ts';
import { decodeLineIndex } from '#lib/stores/line-index.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { createTurns } from './turns.ts';

/** Longer lines come in overlapping pieces. */
const maxCharacters = 1024 * 1024;
const overlapCharacters = 8 * 1024;

/** One queue for the whole process, since it has one event loop. */
const nextTurn = createTurns();

/**
 * The displayed text of an artifact's bytes [start, end), in pieces of whole lines, one piece per turn of the
 * event loop. Ends early if the artifact expires meanwhile.
 */
export async function* readTextPieces(
  artifacts: Pick<ArtifactStore, 'readBytes' | 'readIndex'>,
  artifact: Pick<ArtifactMetadata, 'id' | 'type'>,
  location: { start: number; end: number },
): AsyncIterable<string> {
  let remaining = '';
  for await (const text of readableText(artifacts, artifact, location)) {
    remaining += text;
    const lineEnd = endOfWholeLines(remaining);
    if (lineEnd > 0) {
      yield remaining.slice(0, lineEnd);
      remaining = remaining.slice(lineEnd);
    } else if (remaining.length > maxCharacters) {
      yield remaining;
      remaining = remaining.slice(-overlapCharacters);
    }
  }
  if (remaining !== '') yield remaining;
}

/** The same text, cut anywhere. */
export async function* readableText(
  artifacts: Pick<ArtifactStore, 'readBytes' | 'readIndex'>,
  { id, type }: Pick<ArtifactMetadata, 'id' | 'type'>,
  location: { start: number; end: number },
): AsyncIterable<string> {
  const index = await artifacts.readIndex(id);
  if (index === null) return;
  const decoder = new TextDecoder(decodeLineIndex(index).encoding);
  const cleaner = traitsOf(type).hasEscapes ? createTerminalCleaner() : null;
  for (let start = location.start; start < location.end; start += limits.artifactChunkBytes) {
    await nextTurn();
    const end = Math.min(location.end, start + limits.artifactChunkBytes);
    const bytes = await artifacts.readBytes(id, start, end);
    if (bytes === null) return;
    const text = decoder.decode(bytes, { stream: true });
    yield cleaner ? cleaner.push(text) : text;
  }
  yield cleaner ? cleaner.push(decoder.decode()) + cleaner.finish() : decoder.decode();
}
