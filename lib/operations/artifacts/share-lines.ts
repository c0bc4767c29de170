import { z } from 'zod';
import { type LineRange, parseLineRange } from '#lib/core/algorithms/lines/lines.ts';
import { VitrineError } from '#lib/core/errors.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

/** A query that selects lines, as `readShareLines` reads them. */
export const selectedLines = z.strictObject({
  lines: z.string().max(40).optional().describe('A range such as `L40-L62`; default: all lines'),
});

/**
 * The lines to share, by displayed line numbers; `null`: the whole artifact.
 * @throws VitrineError `artifact_writing`, `invalid_lines`, `not_text`
 */
export function readShareLines(
  { state, lineCount, firstLine }: ArtifactMetadata,
  text: string | undefined,
): LineRange | null {
  if (state === 'writing') {
    throw new VitrineError(
      'artifact_writing',
      'This artifact is still being written. Share it when it is complete.',
    );
  }
  if (text === undefined) return null;
  if (lineCount === null) throw new VitrineError('not_text', 'This artifact is not text, so it has no lines');
  const range = parseLineRange(text);
  const last = firstLine + lineCount - 1;
  if (!range || range.from < firstLine || range.from > last) {
    throw new VitrineError(
      'invalid_lines',
      `lines must be a range such as L40-L62, within ${firstLine}-${last}`,
    );
  }
  return { from: range.from, to: Math.min(range.to, last) };
}
