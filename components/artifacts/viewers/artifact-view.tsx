'use client';

import { Activity, type ReactNode, useState } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import type { LazyCode } from '#components/ui/lazy-code.ts';
import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { LineRenderer } from '../lines/line-renderer.ts';
import { AfterLineProvider } from '../text/after-line.tsx';
import { type Find, LineProvider, type LineSurroundings } from '../text/line-context.tsx';
import { ViewFault } from './failed-view.tsx';
import { PresentationProvider } from './presentation-context.ts';
import { richViewOf } from './rich-view-of.ts';
import { SourceLines } from './source-lines.tsx';
import { viewers } from './viewers.ts';

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
export const ArtifactView = (props: ArtifactViewProps) => (
  <PresentationProvider value={viewers[props.metadata.type].presentation}>
    <TypedView {...props} />
  </PresentationProvider>
);

function TypedView(props: ArtifactViewProps) {
  const { metadata, baseUrl } = props;
  const { lines, View } = viewers[metadata.type];
  if (lines === null || metadata.lineCount === null) {
    return <View key={baseUrl} baseUrl={baseUrl} metadata={metadata} />;
  }
  if (metadata.lineCount === 0) {
    const words = metadata.state === 'writing' ? 'No output yet.' : 'This artifact is empty.';
    return <p className="lines-note">{words}</p>;
  }
  return <TextView key={baseUrl} {...props} lineCount={metadata.lineCount} lines={lines} />;
}

/** The source or the rich view; the rich view keeps its state while the source is shown. */
function TextView(props: ArtifactViewProps & { lineCount: number; lines: LazyCode<LineRenderer> }) {
  const { baseUrl, metadata, selection, onSelect } = props;
  const rich = richViewOf(metadata);
  const isRich = props.isRich && rich !== null;
  const [wasRich, setWasRich] = useState(isRich);
  if (isRich && !wasRich) setWasRich(true);
  // Rows of the source have one height: nothing fits between them.
  const source = (lines: LazyCode<LineRenderer>) => (
    <AfterLineProvider value={null}>
      <SourceLines
        baseUrl={baseUrl}
        metadata={metadata}
        lineCount={props.lineCount}
        lines={lines}
        isWrapped={props.isWrapped}
        selection={selection}
        onSelect={onSelect}
        focus={props.focus}
        find={props.find}
      />
    </AfterLineProvider>
  );
  const plain = (retry: () => void) => (
    <>
      <ViewFault onRetry={retry} />
      {viewers.text.lines && source(viewers.text.lines)}
    </>
  );
  return (
    <>
      {!isRich && <ErrorBoundary fallback={plain}>{source(props.lines)}</ErrorBoundary>}
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
  'use memo';
  const { selection, onSelect } = props;
  const surroundings = { selection, onSelect, onReadLine: null, find: null };
  return <LineProvider value={surroundings}>{props.children}</LineProvider>;
}
