'use client';

import { useEffect, useRef, useState } from 'react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import { formatBytes } from '../../lib/core/format-bytes.ts';
import { scrollRegion } from '../ui/scroll-region.ts';
import { ArtifactImage, noImageReason } from './artifact-image.tsx';
import { formatDimensions, imageFormat } from './image-size.ts';
import { NotLoaded } from './not-loaded.tsx';

/** An image whole: as wide as there is room, or, asked for, at its own size. */
export function ImageView({ baseUrl, metadata }: { baseUrl: string; metadata: ArtifactMetadata }) {
  const { dimensions, title, mimeType, byteLength } = metadata;
  const [hasFailed, setHasFailed] = useState(false);
  const zoom = useZoom(dimensions?.width ?? null);
  const facts = [dimensions && formatDimensions(dimensions), imageFormat(mimeType), formatBytes(byteLength)];
  const image = (
    <ArtifactImage
      url={baseUrl}
      title={title}
      dimensions={dimensions}
      style={
        dimensions
          ? { width: dimensions.width, aspectRatio: `${dimensions.width} / ${dimensions.height}` }
          : undefined
      }
      onError={() => setHasFailed(true)}
    />
  );
  return (
    <div className={zoom.isActualSize ? 'image-view actual' : 'image-view'}>
      <div ref={zoom.scroller} className="image-scroll" {...scrollRegion('Image')}>
        {hasFailed ? (
          <NotLoaded
            noun="image"
            retryAtMs={null}
            isLow={false}
            reason={noImageReason}
            onRetry={() => setHasFailed(false)}
          />
        ) : zoom.canZoom ? (
          <button
            type="button"
            aria-pressed={zoom.isActualSize}
            title={zoom.isActualSize ? 'Fit to the width' : 'Actual size'}
            onClick={zoom.toggle}
          >
            {image}
          </button>
        ) : (
          image
        )}
      </div>
      <p className="image-facts">
        <span className="grow">{facts.filter(Boolean).join(' · ')}</span>
        {zoom.canZoom && <span>{zoom.isActualSize ? 'Actual size' : 'Fits the width'}</span>}
      </p>
    </div>
  );
}

/** @param imageWidth in px; `null`: not known, so that it may be larger than there is room */
function useZoom(imageWidth: number | null) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? null));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  const canZoom = room !== null && (imageWidth === null || imageWidth > room);
  return {
    scroller,
    canZoom,
    isActualSize: canZoom && isWanted,
    toggle: () => setIsWanted(!isWanted),
  };
}
