'use client';

import { useMemo } from 'react';
import type { ArtifactMetadata, ArtifactType } from '../../lib/core/artifact.ts';
import type { LineWindow } from '../../lib/core/lines.ts';
import { artifactUrl } from './artifact-api.ts';
import { artifactLooks } from './artifact-look.ts';
import { BytesBody } from './bytes-body.tsx';
import { LoadSkeleton } from './load-skeleton.tsx';
import { MatchesPreview } from './matches-preview.tsx';
import { NotLoaded } from './not-loaded.tsx';
import type { HeadState } from './use-artifact-head.ts';
import { viewers } from './viewers.tsx';

const lowPx = 140;

/** People's side of a card, in whatever state its bytes are. Its height does not depend on them. */
export function CardBody(props: {
  artifactId: string;
  type: ArtifactType;
  height: number;
  head: HeadState;
  onRetry: () => void;
}) {
  const { head, height, type } = props;
  const isMeasured = type === 'matches' && head.status === 'ready';
  return (
    <div
      className="card-body"
      style={isMeasured ? { maxHeight: height + 70, overflow: 'hidden' } : { height }}
    >
      {head.status === 'waiting' && <LoadSkeleton rows={Math.floor(height / 20)} />}
      {head.status === 'failed' && (
        <NotLoaded
          noun={artifactLooks[type].noun}
          retryAtMs={head.retryAtMs}
          isLow={height < lowPx}
          onRetry={props.onRetry}
        />
      )}
      {head.status === 'ready' && head.data && <Preview metadata={head.metadata} data={head.data} />}
      {head.status === 'ready' && !head.data && (
        <BytesBody metadata={head.metadata} baseUrl={artifactUrl(props.artifactId)} />
      )}
    </div>
  );
}

function Preview({ metadata, data }: { metadata: ArtifactMetadata; data: LineWindow }) {
  const viewer = viewers[metadata.type];
  const cut = useMemo(
    () => new Map(data.cut.map((line) => [line.line - data.from, line.byteLength])),
    [data],
  );
  if (viewer.kind === 'bytes') return null;
  if (metadata.type === 'matches') return <MatchesPreview lines={data.lines} metadata={metadata} />;
  const hasGutter = metadata.type !== 'tree';
  return (
    <div
      className={hasGutter ? 'code' : 'code no-gutter'}
      style={{ '--gutter': '44px' } as React.CSSProperties}
    >
      <viewer.Chunk
        lines={data.lines}
        firstNumber={metadata.firstLine}
        cut={cut}
        language={viewer.language(metadata)}
        openState=""
        metadata={metadata}
        previousLine={null}
        hasGutter={hasGutter}
      />
    </div>
  );
}
