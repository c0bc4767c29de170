'use client';

import { useRef, useState } from 'react';
import type { ArtifactEntry } from '#lib/core/api/artifact-list.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { type ArtifactType, artifactTypes } from '#lib/core/vocabulary/artifact-types.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { type ArtifactHead, artifactUrl } from '../artifacts/api/artifact-api.ts';
import { useInSight } from '../artifacts/api/use-in-sight.ts';
import type { LineRenderer } from '../artifacts/lines/line-renderer.ts';
import { ArtifactImage } from '../artifacts/viewers/image/artifact-image.tsx';
import { LinePreview } from '../artifacts/viewers/line-preview.tsx';
import { viewers } from '../artifacts/viewers/viewers.ts';
import { Icon } from '../ui/icon.tsx';
import type { LazyCode } from '../ui/lazy-code.ts';
import { useLazyCode } from '../ui/use-lazy-code.ts';
import { useResource } from '../ui/use-resource.ts';

const shownLines = 6;

/** The start of an artifact's content, loaded once its tile is nearly in sight; what has none shows its kind. */
export function TileThumbnail({ entry }: { entry: ArtifactEntry }) {
  const box = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(box);
  const [hasFailed, setHasFailed] = useState(false);
  const { artifactId, title, type, state, lineCount, dimensions } = entry;
  const isThere = state !== 'expired' && isInSight;
  const isImage = type === 'image' && !hasFailed;
  const hasLines = !artifactTypes[type].isBytes && lineCount !== null && lineCount > 0;
  return (
    <div ref={box} className="thumbnail-content">
      {isThere && isImage ? (
        <ArtifactImage
          url={artifactUrl(artifactId)}
          title={title}
          dimensions={dimensions}
          onError={() => setHasFailed(true)}
        />
      ) : isThere && hasLines ? (
        <FirstLines artifactId={artifactId} />
      ) : (
        <NoThumbnail type={type} isExpired={state === 'expired'} />
      )}
    </div>
  );
}

const NoThumbnail = ({ type, isExpired }: { type: ArtifactType; isExpired: boolean }) => (
  <span className="no-thumbnail">
    <Icon of={viewers[type].presentation.icon} />
    {isExpired && <span>Expired</span>}
  </span>
);

function FirstLines({ artifactId }: { artifactId: string }) {
  const { value } = useResource<ArtifactHead>(`${artifactUrl(artifactId)}?format=json&lines=1-${shownLines}`);
  // As its source prints it: what the lines mean is for the panel.
  const type = value?.metadata.type;
  const lines = type === undefined ? null : viewers[type].lines;
  if (type !== undefined && lines === null) return <NoThumbnail type={type} isExpired={false} />;
  if (!value?.data || lines === null) return null;
  return <RenderedLines lines={lines} metadata={value.metadata} data={value.data} />;
}

function RenderedLines({
  lines,
  ...shown
}: {
  lines: LazyCode<LineRenderer>;
  metadata: ArtifactMetadata;
  data: LineWindow;
}) {
  const renderer = useLazyCode(lines);
  return renderer && <LinePreview renderer={renderer} hasGutter={false} {...shown} />;
}
