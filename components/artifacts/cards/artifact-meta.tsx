import type { ReactNode } from 'react';
import { formatCount } from '#components/ui/format-number.ts';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactType } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { mediaProviderNames } from '#lib/core/vocabulary/media.ts';
import { readMedia } from '../api/read-media.ts';
import type { HeadState } from '../api/use-artifact-head.ts';
import { artifactPresentations } from '../viewers/artifact-presentation.ts';
import { formatDimensions, imageFormatLabel } from '../viewers/image/image-size.ts';

const DiffMeta = lazyComponent(
  async () => (await import('../viewers/diff/diff-meta.tsx')).DiffMeta,
  ({ lineCount }) => formatCount(lineCount, 'line'),
);

/** The size in a card's head: from the event's figures at first, then from the bytes. */
export function artifactMeta(type: ArtifactType, telemetry: ToolTelemetry, head: HeadState): ReactNode {
  const { lineCount, byteLength, dimensions } = telemetry;
  const ready = head.status === 'ready' ? head : null;
  if (type === 'diff' && lineCount !== null) {
    return <DiffMeta data={ready?.data ?? null} lineCount={lineCount} />;
  }
  if (type === 'image' && dimensions) {
    return [formatDimensions(dimensions), ...(ready ? [imageFormatLabel(ready.metadata.mimeType)] : [])].join(
      ' · ',
    );
  }
  if (type === 'media') {
    const media = ready?.data ? readMedia(ready.data.lines) : null;
    return media && mediaProviderNames[media.provider];
  }
  if (lineCount !== null) return formatCount(lineCount, ...artifactPresentations[type].unit);
  return byteLength === null ? '' : formatBytes(byteLength);
}
