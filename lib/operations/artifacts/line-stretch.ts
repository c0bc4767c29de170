import type { ArtifactMetadata } from '../../core/artifact.ts';
import { limits } from '../../core/limits.ts';
import type { LineStretch } from '../../core/line-window.ts';
import { byteRangeOfLines } from '../../stores/byte-range-of-lines.ts';
import type { ArtifactStore } from '../../stores/stores.ts';
import { readableText } from './text-pieces.ts';

/**
 * Of one line, as people read it, `limits.lineCharacters` from a character on: what a search finds in a line is told by the same
 * characters. Reads the line from its start, and no further than it has to. `null`: it has expired meanwhile.
 * @param line by its place in the artifact
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
  // One before and two behind: half a character may stand at either end, and whether there is more has to be known.
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

/** Whether the second half of a character stands there. */
const isLowHalf = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};
