'use client';

import { type CSSProperties, useMemo } from 'react';
import { useReading } from '#components/ui/use-reading.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { readMedia } from '../api/read-media.ts';
import { BytesBody } from '../viewers/bytes-body.tsx';
import { previewLines } from '../viewers/card-heights.ts';
import { DiffPreview } from '../viewers/diff/diff-preview.tsx';
import { LogChunk } from '../viewers/log/log-chunk.tsx';
import type { NotableLines } from '../viewers/log/notable-lines.ts';
import { NotableRows } from '../viewers/log/notable-rows.tsx';
import { MatchesPreview } from '../viewers/matches/matches-preview.tsx';
import { MediaBody } from '../viewers/media/media-body.tsx';
import { TablePreview } from '../viewers/table/table-preview.tsx';
import { viewers } from '../viewers/viewers.tsx';

/** The first lines of an artifact on its card, rendered by the viewer of its type. */
export function CardPreview(props: {
  /** Height available on the card, in px. */
  height: number;
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
  const Chunk =
    metadata.type === 'file' && (metadata.form ?? metadata.type) === 'log' ? LogChunk : viewer.Chunk;
  if (metadata.type === 'diff') return <DiffPreview {...props} maxLines={previewLines} />;
  if (metadata.type === 'matches') return <MatchesPreview lines={data.lines} metadata={metadata} />;
  if (!isSourceFirst && metadata.type !== 'terminal' && (metadata.form ?? metadata.type) === 'table') {
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
