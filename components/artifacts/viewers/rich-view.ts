import type { ArtifactMetadata } from '../../../lib/core/artifact.ts';
import { limits } from '../../../lib/core/limits.ts';
import type { RichView } from '../lines/viewer.ts';
import { viewers } from './viewers.tsx';

/** The view beside its source that an artifact has; `null`: none, or it has no lines to read. */
export function richViewOf(metadata: ArtifactMetadata | null): RichView | null {
  if (metadata === null || metadata.state === 'expired' || !metadata.lineCount) return null;
  const form = metadata.form ?? metadata.type;
  const viewer = viewers[form];
  if (viewer.kind !== 'lines' || viewer.rich === null) return null;
  // Too long for a page, its source is what there is; the page says so.
  if (form === 'markdown' && metadata.byteLength > limits.pageBytes)
    return { ...viewer.rich, isFirst: false };
  // What a command printed is shown as it printed it, until people ask for more; a diff is nothing else in another form.
  return metadata.type === 'terminal' && form !== 'diff' ? { ...viewer.rich, isFirst: false } : viewer.rich;
}
