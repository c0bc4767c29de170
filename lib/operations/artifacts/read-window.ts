import { parseLineRange } from '#lib/core/algorithms/lines/lines.ts';
import { expired, VitrineError } from '#lib/core/errors.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { LinePart, LineStretch, LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { readArtifactLinePart, readArtifactLines } from '#lib/stores/read-artifact.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { readLineStretch } from './line-stretch.ts';
import { requireText } from './require-text.ts';

/**
 * The lines of a range such as `40-62`, by position from 1.
 * @throws VitrineError `invalid_lines`, `not_text`, `artifact_expired`
 */
export async function readWindow(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  lines: string,
): Promise<LineWindow> {
  const range = /^\d/.test(lines) ? parseLineRange(lines) : null;
  if (!range) throw new VitrineError('invalid_lines', 'lines must be a range such as 40-62, starting at 1');
  requireText(metadata);
  return alive(await readArtifactLines(artifacts, metadata, range));
}

/**
 * Part of one line, from a byte of it or from a character as people read it.
 * @param line its position from 1
 * @throws VitrineError `invalid_lines`, `not_text`, `artifact_expired`
 */
export async function readPartOfLine(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  line: number,
  { from = 0, character }: { from?: number | undefined; character?: number | undefined },
): Promise<LinePart | LineStretch> {
  requireText(metadata);
  if (line > (metadata.lineCount ?? 0)) throw new VitrineError('invalid_lines', `There is no line ${line}`);
  return alive(
    character === undefined
      ? await readArtifactLinePart(artifacts, metadata, line, from)
      : await readLineStretch(artifacts, metadata, line, character),
  );
}

function alive<T>(found: T | null): T {
  if (found === null) throw expired();
  return found;
}
