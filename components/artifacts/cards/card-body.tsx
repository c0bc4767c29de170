'use client';

import { type CSSProperties, useState } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import type { HeadState } from '../api/use-artifact-head.ts';
import { NotLoaded } from '../text/not-loaded.tsx';
import { BytesBody } from '../viewers/binary/bytes-body.tsx';
import { FailedView } from '../viewers/failed-view.tsx';
import { PreviewSkeleton } from '../viewers/preview-skeleton.tsx';
import type { CardForm, PreviewProps } from '../viewers/viewer.ts';
import { viewers } from '../viewers/viewers.ts';
import { CardPreview } from './card-preview.tsx';

const lowPx = 140;

/**
 * The display view on a card, in whatever state its bytes are. Its height does not depend on that state.
 */
export function CardBody(props: {
  artifactId: string;
  type: ArtifactType;
  title: string;
  telemetry: ToolTelemetry;
  height: number;
  head: HeadState;
  onWords?: PreviewProps['onWords'];
  onRetry: () => void;
}) {
  const { height, type, head } = props;
  const { presentation, card } = viewers[type];
  const [startedMs] = useState(() => performance.now());
  if (card.Body) return <card.Body key={props.artifactId} {...props} />;
  return (
    <div className="card-body" style={styleOf(card, height, head)}>
      {head.status === 'waiting' && <PreviewSkeleton height={height} startedMs={startedMs} />}
      {head.status === 'failed' && (
        <NotLoaded
          noun={presentation.noun}
          retryAtMs={head.retryAtMs}
          isLow={height < lowPx}
          onRetry={props.onRetry}
        />
      )}
      {head.status === 'ready' && head.data && (
        <ErrorBoundary fallback={(retry) => <FailedView lines={head.data?.lines ?? []} onRetry={retry} />}>
          <CardPreview
            height={height}
            metadata={head.metadata}
            data={head.data}
            telemetry={props.telemetry}
            startedMs={startedMs}
            onWords={props.onWords}
          />
        </ErrorBoundary>
      )}
      {head.status === 'ready' && !head.data && (
        <BytesBody metadata={head.metadata} baseUrl={artifactUrl(props.artifactId)} />
      )}
    </div>
  );
}

function styleOf({ heightIs }: CardForm, height: number, head: HeadState): CSSProperties | undefined {
  if (heightIs === 'least') return { minHeight: height };
  return heightIs === 'estimated' && head.status === 'ready' ? undefined : { height };
}
