import type { ArtifactType } from '../../lib/core/artifact.ts';
import { viewers } from './viewers.tsx';

/** A card shows at most this many lines; each is 20 px high. */
export const previewLines = 12;
const lineHeight = 20;
const codePadding = 12;
const bytesBodyHeight = 68;

/** Height of a card's content before any byte is there, from what the event tells. `null`: there is no content. */
export function bodyHeight(type: ArtifactType, lineCount: number | null): number | null {
  if (viewers[type].kind === 'bytes' || lineCount === null) return bytesBodyHeight;
  if (lineCount === 0) return null;
  const shown = Math.min(lineCount, previewLines);
  // Matches stand under the head of their file.
  return type === 'matches' ? 35 + shown * lineHeight : codePadding + shown * lineHeight;
}
