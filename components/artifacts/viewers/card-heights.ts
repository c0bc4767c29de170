import type { ArtifactType } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { diffCardLines } from './diff/diff-preview-rows.ts';
import { cardImageSize } from './image/image-size.ts';
import { viewerKinds } from './viewer-kinds.ts';

/** A card shows at most this many lines, each 20 px high. */
export const previewLines = 12;
const lineHeight = 20;
const codePadding = 12;
const bytesBodyHeight = 68;
const imagePadding = 24;
/** A still of 108 px, and a row with the link to its page. */
const mediaBodyHeight = 136;
const border = 1;
export const moreHeight = 28;
/** Counting a diff's added and deleted lines needs all of it; longer diffs are not counted. */
const diffHeadLines = 400;

/** How many lines a card requests. */
export function headLines(type: ArtifactType): number {
  if (type === 'diff') return diffHeadLines;
  const kind = viewerKinds[type];
  return kind === 'lines' || kind === 'media' ? previewLines : 0;
}

/** Height in px of an output of this many rows. */
export const terminalHeight = (rows: number): number => codePadding + rows * lineHeight + border;

/** Height in px of an output on its card, with the row that says how much more there is. */
export function outputHeight(lineCount: number): number {
  if (lineCount === 0) return 0;
  const hasMore = lineCount > previewLines;
  return terminalHeight(Math.min(lineCount, previewLines)) + (hasMore ? moreHeight : 0);
}

/** Height in px of a card's content, known from the event before any byte. `null`: there is no content. */
export function bodyHeight(
  type: ArtifactType,
  telemetry: Pick<ToolTelemetry, 'lineCount' | 'knownFiles' | 'dimensions'>,
): number | null {
  const { lineCount, dimensions } = telemetry;
  if (type === 'media') return mediaBodyHeight + border;
  if (type === 'image' && dimensions) {
    return Math.max(bytesBodyHeight, cardImageSize(dimensions).heightPx + imagePadding + border);
  }
  if (viewerKinds[type] !== 'lines' || lineCount === null) return bytesBodyHeight;
  if (lineCount === 0) return null;
  if (type === 'diff') return Math.min(diffCardLines(telemetry), previewLines) * lineHeight + border;
  const shown = Math.min(lineCount, previewLines);
  if (type === 'terminal') return terminalHeight(shown);
  // Matches are listed under their file's head.
  return type === 'matches' ? 35 + shown * lineHeight : codePadding + shown * lineHeight;
}
