import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactEntry } from '#lib/core/api/artifact-list.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { formatTimeLeft } from '../ui/format-time.ts';

/** `exit 1`, `268 lines`, `1,920 × 1,080`, `61 KB`. */
export function sizeWords({ exitCode, dimensions, lineCount, byteLength }: ArtifactEntry): string {
  if (exitCode !== null) return `exit ${exitCode}`;
  if (dimensions !== null) return `${formatNumber(dimensions.width)} × ${formatNumber(dimensions.height)}`;
  return lineCount === null ? formatBytes(byteLength) : formatCount(lineCount, 'line', 'lines');
}

/** The person for whom it was made, or who gave it. */
export const whoWords = ({ origin, author }: ArtifactEntry): string =>
  origin === 'member' ? `from ${author.name}` : author.name;

/** How long it lasts: `6 days`, `kept`, `expired`. @param nowMs `null`: not known yet */
export function lifetimeWords({ state, expiresAt, isKept }: ArtifactEntry, nowMs: number | null): string {
  if (state === 'expired') return 'expired';
  if (expiresAt === null) return isKept ? 'kept' : 'stays';
  if (nowMs === null) return '';
  return formatTimeLeft(Date.parse(expiresAt) - nowMs) ?? 'expired';
}
