'use client';

import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import type { ToolCallState } from '../../lib/core/conversation-state.ts';
import { formatBytes } from '../../lib/core/format-bytes.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { useKeys } from '../ui/use-keys.ts';
import { artifactUrl, fetchText } from './artifact-api.ts';
import { ArtifactView } from './artifact-view.tsx';
import { GoToLine } from './go-to-line.tsx';
import { MaskedNote } from './masked-note.tsx';
import type { PanelTarget } from './panel-hash.ts';
import { PanelHead } from './panel-head.tsx';
import { PanelMessage } from './panel-message.tsx';
import { PanelSeen } from './panel-seen.tsx';
import { PanelSides } from './panel-sides.tsx';
import { seenSideOf, titleOfCall, useMetadata } from './panel-subject.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { ShareSubject } from './share-subject.ts';
import { usePanelView } from './use-panel-view.ts';
import { usePanelWidth } from './use-panel-width.ts';
import { viewers } from './viewers.tsx';

/** The exhibit whole, beside the conversation. */
export function ArtifactPanel(props: {
  target: PanelTarget;
  /** The call that made it; `null`: not of this conversation, so that only one side is known. */
  call: ToolCallState | null;
  onTarget: (target: PanelTarget | null) => void;
  onShare: (subject: ShareSubject) => void;
}) {
  const { target } = props;
  const seen = seenSideOf(props.call, target.artifactId);
  const known = useMetadata(target.artifactId, props.call);
  const metadata = known !== null && typeof known === 'object' ? known : null;
  const view = usePanelView(target, props.onTarget, seen !== null);
  const { width, gripProps } = usePanelWidth();
  const panel = useRef<HTMLElement>(null);
  useFocusWhereCovering(panel);

  const title = metadata?.title ?? (props.call && titleOfCall(props.call)) ?? target.artifactId;
  const url = artifactUrl(target.artifactId);
  const isAlive = metadata !== null && metadata.state !== 'expired';
  const hasLines = isAlive && viewers[metadata.type].kind === 'lines' && metadata.lineCount !== null;
  // What still grows cannot be frozen.
  const canShare = isAlive && metadata.state === 'complete';
  const subject = { artifactId: target.artifactId, title, lineCount: metadata?.lineCount ?? null };
  const readLink = () => window.location.href;
  const share = () => props.onShare({ ...subject, lines: target.lines });
  useKeys({
    ...(canShare ? { s: share } : {}),
    ...(target.lines ? { y: () => void navigator.clipboard.writeText(readLink()) } : {}),
  });

  const everything = (
    <section className="panel-view" aria-label="Everything">
      {view.side === 'both' && seen && (
        <div className="pair-head">
          <h2>Everything</h2>
          {metadata && <span className="dim small clip">{sizeOf(metadata)}</span>}
          <span className="fig">{seen.fullTokens === null ? '?' : formatNumber(seen.fullTokens)} tokens</span>
        </div>
      )}
      {hasLines && view.isGoing && (
        <GoToLine
          lastNumber={metadata.firstLine + (metadata.lineCount ?? 1) - 1}
          onGo={view.goTo}
          onClose={view.closeGoTo}
        />
      )}
      {isAlive ? (
        <ArtifactView
          baseUrl={url}
          metadata={metadata}
          isWrapped={view.isWrapped}
          selection={target.lines}
          onSelect={view.onSelectLine}
          focus={view.focus}
        />
      ) : (
        known !== null && <PanelMessage about={known} />
      )}
      {isAlive && seen?.readFirstRunAt === null && seen.telemetry.masked && (
        <MaskedNote masked={seen.telemetry.masked} />
      )}
    </section>
  );
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={view.side === 'both' ? 'panel both' : 'panel'}
      style={{ '--panel-width': `${width}px` } as CSSProperties}
      aria-label={`Artifact: ${title}`}
    >
      <div className="grip" {...gripProps} />
      <PanelHead
        title={title}
        metadata={metadata}
        downloadUrl={isAlive ? url : null}
        isWrapped={view.isWrapped}
        onWrap={hasLines && view.side !== 'seen' ? view.toggleWrap : null}
        readText={view.side === 'seen' && seen ? () => seen.text : hasLines ? () => fetchText(url) : null}
        onShare={canShare ? share : null}
        onClose={() => props.onTarget(null)}
      />
      <PanelSides side={view.side} onSide={view.setSide} seen={seen} metadata={metadata} />
      {view.side === 'everything' && everything}
      {view.side === 'seen' && seen && <PanelSeen seen={seen} hasHead={false} />}
      {view.side === 'both' && seen && (
        <div className="pair">
          {everything}
          <PanelSeen seen={seen} hasHead />
        </div>
      )}
      {target.lines && hasLines && view.side !== 'seen' && (
        <SelectionBar lines={target.lines} readLink={readLink} onShare={share} onClear={view.clear} />
      )}
    </aside>
  );
}

/** Beside the thread the panel leaves the keyboard where it is; over the thread it takes it. */
function useFocusWhereCovering(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (panel.current && getComputedStyle(panel.current).position === 'fixed') panel.current.focus();
  }, [panel]);
}

const sizeOf = ({ lineCount, byteLength }: ArtifactMetadata): string =>
  [...(lineCount === null ? [] : [formatCount(lineCount, 'line')]), formatBytes(byteLength)].join(' · ');
