'use client';

import { Activity, type ReactNode, useMemo, useState } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { LineViewer } from '../lines/line-viewer.tsx';
import type { Viewer } from '../lines/viewer.ts';
import { type Find, LineProvider, type LineSurroundings } from '../text/line-context.tsx';
import { LoadSkeleton } from '../text/load-skeleton.tsx';
import { BytesBody } from './bytes-body.tsx';
import { ViewFault } from './failed-view.tsx';
import { ImageView } from './image/image-view.tsx';
import { MediaView } from './media/media-view.tsx';
import { richViewOf } from './rich-view.ts';
import { viewers } from './viewers.tsx';

const HexView = lazyComponent(
  async () => (await import('./hex/hex-view.tsx')).HexView,
  () => <LoadSkeleton rows={12} />,
);

interface ArtifactViewProps {
  baseUrl: string;
  metadata: ArtifactMetadata;
  /** Shows the rich view of its type, if there is one. */
  isRich: boolean;
  isWrapped: boolean;
  selection: LineRange | null;
  onSelect: ((line: number, isExtending: boolean) => void) | null;
  /** Shows the source at a line. */
  onLine: (line: number) => void;
  focus: { line: number } | null;
  find: Find | null;
}

/** The whole artifact, rendered by the viewer of its type, read from `baseUrl`. */
export function ArtifactView(props: ArtifactViewProps) {
  const { metadata, baseUrl } = props;
  const viewer = viewers[metadata.type];
  if (viewer.kind === 'image') return <ImageView key={baseUrl} baseUrl={baseUrl} metadata={metadata} />;
  if (viewer.kind === 'media') return <MediaView key={baseUrl} baseUrl={baseUrl} metadata={metadata} />;
  if (viewer.kind !== 'lines' || metadata.lineCount === null) {
    if (metadata.byteLength === 0) return <BytesBody metadata={metadata} baseUrl={baseUrl} />;
    return <HexView key={baseUrl} baseUrl={baseUrl} metadata={metadata} />;
  }
  if (metadata.lineCount === 0) {
    const words = metadata.state === 'writing' ? 'No output yet.' : 'This artifact is empty.';
    return <p className="lines-note">{words}</p>;
  }
  return <TextView key={baseUrl} {...props} lineCount={metadata.lineCount} viewer={viewer} />;
}

/** The source or the rich view; the rich view keeps its state while the source is shown. */
function TextView(
  props: ArtifactViewProps & { lineCount: number; viewer: Extract<Viewer, { kind: 'lines' }> },
) {
  const { baseUrl, metadata, selection, onSelect } = props;
  const rich = richViewOf(metadata);
  const isRich = props.isRich && rich !== null;
  const [wasRich, setWasRich] = useState(isRich);
  if (isRich && !wasRich) setWasRich(true);
  const source = (viewer: Extract<Viewer, { kind: 'lines' }>) => (
    <LineViewer
      baseUrl={baseUrl}
      metadata={metadata}
      lineCount={props.lineCount}
      viewer={viewer}
      isWrapped={props.isWrapped}
      selection={selection}
      onSelect={onSelect}
      focus={props.focus}
      find={props.find}
    />
  );
  const plain = (retry: () => void) => (
    <>
      <ViewFault onRetry={retry} />
      {source(viewers.text)}
    </>
  );
  return (
    <>
      {!isRich && <ErrorBoundary fallback={plain}>{source(props.viewer)}</ErrorBoundary>}
      {rich && (isRich || wasRich) && (
        <Activity mode={isRich ? 'visible' : 'hidden'}>
          <ErrorBoundary fallback={(retry) => (isRich ? plain(retry) : null)}>
            <RichLines selection={selection} onSelect={onSelect}>
              <rich.View
                baseUrl={baseUrl}
                metadata={metadata}
                isWrapped={props.isWrapped}
                onLine={props.onLine}
              />
            </RichLines>
          </ErrorBoundary>
        </Activity>
      )}
    </>
  );
}

/** Lines in a rich view can be selected too. A search switches to the source, so nothing is marked here. */
function RichLines(props: Pick<LineSurroundings, 'selection' | 'onSelect'> & { children: ReactNode }) {
  const { selection, onSelect } = props;
  const surroundings = useMemo(
    () => ({ selection, onSelect, onReadLine: null, find: null }),
    [selection, onSelect],
  );
  return <LineProvider value={surroundings}>{props.children}</LineProvider>;
}
