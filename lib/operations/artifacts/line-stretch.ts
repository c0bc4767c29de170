import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { LineStretch } from '#lib/core/vocabulary/line-window.ts';
import { byteRangeOfLines } from '#lib/stores/byte-range-of-lines.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { readableText } from './text-pieces.ts';

/**
 * `limits.lineCharacters` of one displayed line, from a character on. Searches report hits by the same
 * character offsets. The line is read from its start, and no further than needed. `null`: the artifact has
 * expired meanwhile.
 * @param line its index in the artifact
 */
export async function readLineStretch(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  line: number,
  character: number,
): Promise<LineStretch | null> {
  const number = metadata.firstLine + line - 1;
  const location = await byteRangeOfLines(artifacts, metadata, { from: number, to: number });
  if (location === null) return null;
  const wanted = limits.lineCharacters;
  let passed = 0;
  let text = '';
  // One character before and two after: either end may cut a surrogate pair, and whether more follows must be
  // known.
  const from = Math.max(0, character - 1);
  for await (const piece of readableText(artifacts, metadata, location)) {
    if (passed + piece.length > from) text += piece.slice(Math.max(0, from - passed));
    passed += piece.length;
    if (text.length > wanted + 3) break;
  }
  if ((await artifacts.readIndex(metadata.id)) === null) return null;
  const remaining = text.replace(/\r?\n$/, '');
  const isSplit = isLowHalf(remaining, character - from) && character > from;
  const start = isSplit ? from : character;
  const shown = remaining.slice(start - from);
  const end = shown.length > wanted && isLowHalf(shown, wanted) ? wanted - 1 : wanted;
  return { text: shown.slice(0, end), start, isLast: shown.length <= end };
}

/** Whether the second half of a surrogate pair is at this position. */
const isLowHalf = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};
