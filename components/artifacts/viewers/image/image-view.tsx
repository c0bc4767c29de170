'use client';

import { type KeyboardEvent, useState } from 'react';
import { NotLoaded } from '#components/artifacts/text/not-loaded.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { ArtifactImage, noImageReason } from './artifact-image.tsx';
import { formatDimensions, imageFormatLabel } from './image-size.ts';
import { StillImage } from './still-image.tsx';
import { usePan } from './use-pan.ts';
import { useStillness } from './use-stillness.ts';
import { useZoom } from './use-zoom.ts';
import { ZoomControls } from './zoom-controls.tsx';
import { zoomKeys } from './zoom-keys.ts';

/** From this scale on, pixels are drawn as sharp squares. */
const squareScale = 3;

/** The whole image: fitted to the width, or at any scale, moved by dragging. */
export function ImageView({ baseUrl, metadata }: { baseUrl: string; metadata: ArtifactMetadata }) {
  const { dimensions, title, mimeType, byteLength } = metadata;
  const [hasFailed, setHasFailed] = useState(false);
  const zoom = useZoom(dimensions?.width ?? null);
  const { panProps, wasDragged } = usePan();
  const stillness = useStillness(baseUrl, mimeType);
  const facts = [
    dimensions && formatDimensions(dimensions),
    imageFormatLabel(mimeType),
    formatBytes(byteLength),
  ];
  const Shown = stillness.isStill ? StillImage : ArtifactImage;
  const image = (
    <Shown
      url={baseUrl}
      title={title}
      dimensions={dimensions}
      style={
        dimensions
          ? {
              width: dimensions.width * (zoom.isFit ? 1 : zoom.scale),
              aspectRatio: `${dimensions.width} / ${dimensions.height}`,
              ...(zoom.scale >= squareScale ? { imageRendering: 'pixelated' } : {}),
            }
          : undefined
      }
      onError={() => setHasFailed(true)}
    />
  );
  const onKeyDown = (event: KeyboardEvent) => zoomKeys(zoom, event);
  const toggle = () => {
    if (!wasDragged()) zoom.zoomTo(zoom.isFit ? 1 : null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts of the image; buttons do the same
    <div className={zoom.isFit ? 'image-view' : 'image-view actual'} onKeyDown={onKeyDown}>
      <div ref={zoom.scroller} className="image-scroll" {...scrollRegion('Image')} {...panProps}>
        {hasFailed ? (
          <NotLoaded
            noun="image"
            retryAtMs={null}
            isLow={false}
            reason={noImageReason}
            onRetry={() => setHasFailed(false)}
          />
        ) : zoom.isLarger || !zoom.isFit ? (
          <button
            type="button"
            aria-pressed={zoom.isActualSize}
            title={zoom.isFit ? 'Actual size' : 'Fit to the width'}
            onClick={toggle}
          >
            {image}
          </button>
        ) : (
          image
        )}
      </div>
      <div className="image-facts">
        <span className="grow">{facts.filter(Boolean).join(' · ')}</span>
        {stillness.canPlay && (
          <button
            type="button"
            className="btn is-small"
            onClick={() => stillness.setIsPlaying(!stillness.isPlaying)}
          >
            {stillness.isPlaying ? 'Stop' : 'Play'}
          </button>
        )}
        {dimensions && <ZoomControls zoom={zoom} />}
      </div>
    </div>
  );
}
