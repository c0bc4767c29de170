'use client';

import type { CSSProperties } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import type { ArtifactType } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import type { HeadState } from '../api/use-artifact-head.ts';
import { LoadSkeleton } from '../text/load-skeleton.tsx';
import { NotLoaded } from '../text/not-loaded.tsx';
import { artifactPresentations } from '../viewers/artifact-presentation.ts';
import { BytesBody } from '../viewers/bytes-body.tsx';
import { FailedView } from '../viewers/failed-view.tsx';
import { ImageBody } from '../viewers/image/image-body.tsx';
import type { NotableLines } from '../viewers/log/notable-lines.ts';
import { TerminalLines } from '../viewers/terminal/terminal-lines.tsx';
import { viewerKinds } from '../viewers/viewer-kinds.ts';

/** Placeholder while the first lines load. */
const Waiting = ({ height }: { height: number }) => <LoadSkeleton rows={Math.floor(height / 20)} />;

const CardPreview = lazyComponent(async () => (await import('./card-preview.tsx')).CardPreview, Waiting);

/** Loads the preview code early: cards fetch their first lines as soon as they are in sight. */
export const preloadCardPreview = (): void => {
  CardPreview.preload();
  TerminalLines.preload();
};

const lowPx = 140;

/**
 * The displayed side of a card, in whatever state its bytes are. Its height does not depend on that state.
 */
export function CardBody(props: {
  artifactId: string;
  type: ArtifactType;
  title: string;
  telemetry: ToolTelemetry;
  height: number;
  head: HeadState;
  notable: NotableLines | 'waiting' | null;
  onRetry: () => void;
}) {
  const { height, type, notable } = props;
  // While a log is searched for errors, show nothing that would be replaced in a moment.
  const head: HeadState = notable === 'waiting' ? { status: 'waiting' } : props.head;
  if (viewerKinds[type] === 'image') {
    return <ImageBody key={props.artifactId} {...props} dimensions={props.telemetry.dimensions ?? null} />;
  }
  const isMeasured = type === 'matches' && head.status === 'ready';
  return (
    <div className="card-body" style={isMeasured ? undefined : styleOf(type, height)}>
      {head.status === 'waiting' && <Waiting height={height} />}
      {head.status === 'failed' && (
        <NotLoaded
          noun={artifactPresentations[type].noun}
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
            notable={notable === 'waiting' ? null : notable}
          />
        </ErrorBoundary>
      )}
      {head.status === 'ready' && !head.data && (
        <BytesBody metadata={head.metadata} baseUrl={artifactUrl(props.artifactId)} />
      )}
    </div>
  );
}

function styleOf(type: ArtifactType, height: number): CSSProperties {
  // A loaded medium is as high as its frame.
  return type === 'media' ? { minHeight: height } : { height };
}
