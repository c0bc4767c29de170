import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { RichView } from '../lines/viewer.ts';
import { viewers } from './viewers.tsx';

/** An artifact's view besides its source; `null`: it has none, or no lines to read. */
export function richViewOf(metadata: ArtifactMetadata | null): RichView | null {
  if (metadata === null || metadata.state === 'expired' || !metadata.lineCount) return null;
  const form = metadata.form ?? metadata.type;
  const viewer = viewers[form];
  if (viewer.kind !== 'lines' || viewer.rich === null) return null;
  // Too long to render as a page: only the source is available, and the page says so.
  if (form === 'markdown' && metadata.byteLength > limits.pageBytes)
    return { ...viewer.rich, isFirst: false };
  // Command output is shown as printed until the reader switches; only a diff starts in its rich form.
  return metadata.type === 'terminal' && form !== 'diff' ? { ...viewer.rich, isFirst: false } : viewer.rich;
}
