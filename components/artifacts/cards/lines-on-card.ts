import type { ArtifactMetadata, ArtifactType } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { previewLines } from '../viewers/card-heights.ts';
import { diffCardLines } from '../viewers/diff/diff-preview-rows.ts';
import { groupMatches } from '../viewers/matches/group-matches.ts';

/**
 * The fetched lines that a card displays. A diff fetches more, to count its added and deleted lines, and
 * matches in many files have less room.
 */
export function linesOnCard(
  type: ArtifactType,
  telemetry: Pick<ToolTelemetry, 'lineCount' | 'knownFiles'>,
  lines: readonly string[],
  { files }: Pick<ArtifactMetadata, 'files'>,
): readonly string[] {
  if (type === 'matches') return lines.slice(0, groupMatches(lines, files).lineCount);
  const from = type === 'diff' ? (telemetry.lineCount ?? 0) - diffCardLines(telemetry) : 0;
  return lines.slice(from, from + previewLines);
}
