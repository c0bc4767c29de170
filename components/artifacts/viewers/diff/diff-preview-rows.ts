import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import type { DiffRow } from './parse-diff.ts';

/** `---` and `+++`. */
const headLines = 2;

/**
 * How many lines of a diff its card has to show. The head of a single file is left out, since the card's
 * title names it; known before any byte has loaded.
 */
export function diffCardLines({
  lineCount,
  knownFiles,
}: Pick<ToolTelemetry, 'lineCount' | 'knownFiles'>): number {
  const lines = lineCount ?? 0;
  return knownFiles?.length === 1 && lines > headLines ? lines - headLines : lines;
}

/** The first rows of a diff, as many as fill `maxLines` of the `cardLines` that its card has to show. */
export function diffPreviewRows(
  rows: readonly DiffRow[],
  lineCount: number,
  cardLines: number,
  maxLines: number,
) {
  const shown: DiffRow[] = [];
  let remaining = Math.min(maxLines, cardLines);
  for (const row of cardLines < lineCount ? rows.slice(1) : rows) {
    if (remaining <= 0) break;
    shown.push(row.kind === 'head' ? { ...row, lineCount: Math.min(row.lineCount, remaining) } : row);
    remaining -= row.kind === 'head' ? row.lineCount : 1;
  }
  return shown;
}
