'use client';

import { useState } from 'react';
import { artifactUrl } from '#components/artifacts/api/artifact-api.ts';
import { NotLoaded } from '#components/artifacts/text/not-loaded.tsx';
import type { CardBodyProps } from '../viewer.ts';
import { ArtifactImage, noImageReason } from './artifact-image.tsx';
import { ImageBox } from './image-box.tsx';
import { cardImageSize } from './image-size.ts';

/** Below this height there is room for only one row of text. */
const lowPx = 140;

/** An image on its card. Its box has the final size before any byte has loaded. */
export function ImageBody({ artifactId, title, telemetry, head, onRetry }: CardBodyProps) {
  const dimensions = telemetry.dimensions ?? null;
  const [hasFailed, setHasFailed] = useState(false);
  const size = dimensions && cardImageSize(dimensions);
  const retryAtMs = head.status === 'failed' ? head.retryAtMs : null;
  return (
    <div className="card-body picture">
      <ImageBox dimensions={dimensions}>
        {head.status === 'ready' && !hasFailed && (
          <ArtifactImage
            url={artifactUrl(artifactId)}
            title={title}
            dimensions={dimensions}
            onError={() => setHasFailed(true)}
          />
        )}
      </ImageBox>
      {(head.status === 'failed' || hasFailed) && (
        <div className="picture-fault">
          <NotLoaded
            noun="image"
            retryAtMs={retryAtMs}
            {...(hasFailed ? { reason: noImageReason } : {})}
            isLow={(size?.heightPx ?? 0) < lowPx}
            onRetry={() => {
              setHasFailed(false);
              onRetry();
            }}
          />
        </div>
      )}
    </div>
  );
}
