import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import { formOf } from './form-of.ts';
import type { RichView } from './viewer.ts';
import { viewers } from './viewers.tsx';

/** The view beside its source that an artifact has; `null`: none, or it has no lines to read. */
export function richViewOf(metadata: ArtifactMetadata | null): RichView | null {
  if (metadata === null || metadata.state === 'expired' || !metadata.lineCount) return null;
  const viewer = viewers[formOf(metadata)];
  if (viewer.kind !== 'lines' || viewer.rich === null) return null;
  // What a command printed is shown as it printed it, until people ask for more.
  return metadata.type === 'terminal' ? { ...viewer.rich, isFirst: false } : viewer.rich;
}
