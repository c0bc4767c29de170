import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import type { RichView } from './viewer.ts';
import { viewers } from './viewers.ts';

/** An artifact's view besides its source; `null`: it has none, or no lines to read. */
export function richViewOf(metadata: ArtifactMetadata | null): RichView | null {
  if (metadata === null || metadata.state === 'expired' || !metadata.lineCount) return null;
  const { rich } = viewers[metadata.form ?? metadata.type];
  if (rich === null) return null;
  const isTooLong = metadata.byteLength > (rich.firstUpToBytes ?? Number.POSITIVE_INFINITY);
  // Output of commands is shown as printed until the reader switches.
  const isOutput = traitsOf(metadata.type).hasEscapes && rich.isFirstForOutput !== true;
  return isTooLong || isOutput ? { ...rich, isFirst: false } : rich;
}
