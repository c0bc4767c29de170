import type { ArtifactMetadata } from '../core/artifact.ts';
import { limits } from '../core/limits.ts';
import { createTerminalCleaner } from '../core/terminal-cleaner.ts';
import { endOfWholeLines } from '../split/secrets/whole-lines.ts';
import { decodeLineIndex } from '../stores/line-index.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { createTurns } from './turns.ts';

/** A line longer than this comes in pieces that overlap. */
const heldCharacters = 1024 * 1024;
const overlapCharacters = 8 * 1024;

/** Of the whole process, as its event loop is. */
const nextTurn = createTurns();

/**
 * The text of an artifact's bytes [start, end), as people read it, in pieces of whole lines, one piece in a turn of the event loop. Ends
 * early where it expires meanwhile.
 */
export async function* textPieces(
  artifacts: ArtifactStore,
  artifact: Pick<ArtifactMetadata, 'id' | 'type'>,
  place: { start: number; end: number },
): AsyncIterable<string> {
  let rest = '';
  for await (const text of readableText(artifacts, artifact, place)) {
    rest += text;
    const lineEnd = endOfWholeLines(rest);
    if (lineEnd > 0) {
      yield rest.slice(0, lineEnd);
      rest = rest.slice(lineEnd);
    } else if (rest.length > heldCharacters) {
      yield rest;
      rest = rest.slice(-overlapCharacters);
    }
  }
  if (rest !== '') yield rest;
}

/** The same text, cut anywhere. */
export async function* readableText(
  artifacts: ArtifactStore,
  { id, type }: Pick<ArtifactMetadata, 'id' | 'type'>,
  place: { start: number; end: number },
): AsyncIterable<string> {
  const index = await artifacts.readIndex(id);
  if (index === null) return;
  const decoder = new TextDecoder(decodeLineIndex(index).encoding);
  const cleaner = type === 'terminal' ? createTerminalCleaner() : null;
  for (let start = place.start; start < place.end; start += limits.artifactChunkBytes) {
    await nextTurn();
    const end = Math.min(place.end, start + limits.artifactChunkBytes);
    const bytes = await artifacts.readBytes(id, start, end);
    if (bytes === null) return;
    const text = decoder.decode(bytes, { stream: true });
    yield cleaner ? cleaner.push(text) : text;
  }
  yield cleaner ? cleaner.push(decoder.decode()) + cleaner.finish() : decoder.decode();
}
