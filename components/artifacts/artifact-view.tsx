'use client';

import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import type { LineRange } from '../../lib/core/lines.ts';
import { BytesBody } from './bytes-body.tsx';
import { ImageView } from './image-view.tsx';
import { LineViewer } from './line-viewer.tsx';
import { MediaView } from './media-view.tsx';
import { viewers } from './viewers.tsx';

/** An artifact whole, by the viewer of its type, read from `baseUrl`. */
export function ArtifactView(props: {
  baseUrl: string;
  metadata: ArtifactMetadata;
  isWrapped: boolean;
  selection: LineRange | null;
  onSelect: ((line: number, isExtending: boolean) => void) | null;
  focus: { line: number } | null;
}) {
  const { metadata, baseUrl } = props;
  const viewer = viewers[metadata.type];
  if (viewer.kind === 'image') return <ImageView key={baseUrl} baseUrl={baseUrl} metadata={metadata} />;
  if (viewer.kind === 'media') return <MediaView key={baseUrl} baseUrl={baseUrl} metadata={metadata} />;
  if (viewer.kind !== 'lines' || metadata.lineCount === null) {
    return <BytesBody metadata={metadata} baseUrl={baseUrl} />;
  }
  if (metadata.lineCount === 0) {
    const words = metadata.state === 'writing' ? 'No output yet.' : 'Empty: it has no lines.';
    return <p className="lines-note">{words}</p>;
  }
  return (
    <LineViewer
      key={baseUrl}
      baseUrl={baseUrl}
      metadata={metadata}
      lineCount={metadata.lineCount}
      viewer={viewer}
      isWrapped={props.isWrapped}
      selection={props.selection}
      onSelect={props.onSelect}
      focus={props.focus}
    />
  );
}
