'use client';

import { type CSSProperties, useMemo } from 'react';
import type { ArtifactMetadata, ArtifactType } from '../../lib/core/artifact.ts';
import type { ToolTelemetry } from '../../lib/core/events.ts';
import type { LineWindow } from '../../lib/core/line-window.ts';
import { useReading } from '../ui/use-reading.ts';
import { artifactUrl } from './artifact-api.ts';
import { artifactLooks } from './artifact-look.ts';
import { BytesBody } from './bytes-body.tsx';
import { previewLines } from './card-heights.ts';
import { DiffPreview } from './diff-preview.tsx';
import { formOf } from './form-of.ts';
import { ImageBody } from './image-body.tsx';
import { LoadSkeleton } from './load-skeleton.tsx';
import { LogChunk } from './log/log-chunk.tsx';
import type { NotableLines } from './log/notable-lines.ts';
import { NotableRows } from './log/notable-rows.tsx';
import { MatchesPreview } from './matches-preview.tsx';
import { MediaBody } from './media-body.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { readMedia } from './read-media.ts';
import { TablePreview } from './table/table-preview.tsx';
import type { HeadState } from './use-artifact-head.ts';
import { viewers } from './viewers.tsx';

const lowPx = 140;

/** People's side of a card, in whatever state its bytes are. Its height does not depend on them. */
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
  // A log whose errors are looked for shows nothing that would be replaced in a moment.
  const head: HeadState = notable === 'waiting' ? { status: 'waiting' } : props.head;
  if (viewers[type].kind === 'image') {
    return <ImageBody key={props.artifactId} {...props} dimensions={props.telemetry.dimensions ?? null} />;
  }
  const isMeasured = type === 'matches' && head.status === 'ready';
  return (
    <div className="card-body" style={isMeasured ? undefined : styleOf(type, height)}>
      {head.status === 'waiting' && <LoadSkeleton rows={Math.floor(height / 20)} />}
      {head.status === 'failed' && (
        <NotLoaded
          noun={artifactLooks[type].noun}
          retryAtMs={head.retryAtMs}
          isLow={height < lowPx}
          onRetry={props.onRetry}
        />
      )}
      {head.status === 'ready' && head.data && (
        <Preview
          metadata={head.metadata}
          data={head.data}
          telemetry={props.telemetry}
          notable={notable === 'waiting' ? null : notable}
        />
      )}
      {head.status === 'ready' && !head.data && (
        <BytesBody metadata={head.metadata} baseUrl={artifactUrl(props.artifactId)} />
      )}
    </div>
  );
}

function styleOf(type: ArtifactType, height: number): CSSProperties {
  // A medium that was loaded is as high as its frame.
  return type === 'media' ? { minHeight: height } : { height };
}

function Preview(props: {
  metadata: ArtifactMetadata;
  data: LineWindow;
  telemetry: ToolTelemetry;
  notable: NotableLines | null;
}) {
  const { metadata, data } = props;
  const { isSourceFirst } = useReading();
  const viewer = viewers[metadata.type];
  const cut = useMemo(
    () => new Map(data.cut.map((line) => [line.line - data.from, line.byteLength])),
    [data],
  );
  if (viewer.kind === 'media') {
    const media = readMedia(data.lines);
    if (media === null) return <BytesBody metadata={metadata} baseUrl={artifactUrl(metadata.id)} />;
    return <MediaBody media={media} title={metadata.title} />;
  }
  if (viewer.kind !== 'lines') return null;
  const Chunk = metadata.type === 'file' && formOf(metadata) === 'log' ? LogChunk : viewer.Chunk;
  if (metadata.type === 'diff') return <DiffPreview {...props} mostLines={previewLines} />;
  if (metadata.type === 'matches') return <MatchesPreview lines={data.lines} metadata={metadata} />;
  if (!isSourceFirst && metadata.type !== 'terminal' && formOf(metadata) === 'table') {
    return <TablePreview lines={data.lines} metadata={metadata} />;
  }
  const hasGutter = metadata.type !== 'tree' && metadata.type !== 'terminal';
  if (props.notable)
    return <NotableRows notable={props.notable} data={data} firstLine={metadata.firstLine} />;
  return (
    <div className={hasGutter ? 'code' : 'code no-gutter'} style={{ '--gutter': '44px' } as CSSProperties}>
      <Chunk
        lines={data.lines}
        firstNumber={metadata.firstLine + data.from - 1}
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
