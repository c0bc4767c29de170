'use client';

import { useRef, useState } from 'react';
import type { ArtifactMetadata, ArtifactType } from '../../lib/core/artifact.ts';
import type { ToolTelemetry } from '../../lib/core/events.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { useNow } from '../ui/use-now.ts';
import { artifactUrl, fetchText } from './artifact-api.ts';
import { artifactLooks } from './artifact-look.ts';
import { CardActions } from './card-actions.tsx';
import { CardBody } from './card-body.tsx';
import { CardHead } from './card-head.tsx';
import { bodyHeight, previewLines } from './card-heights.ts';
import { ExpiryRing } from './expiry-ring.tsx';
import { NotFoundCard } from './not-found-card.tsx';
import { useArtifactPanel } from './panel-context.tsx';
import { RelationBadge } from './relation-badge.tsx';
import { SeenText } from './seen-text.tsx';
import { TokenChip } from './token-chip.tsx';
import { TombstoneCard } from './tombstone-card.tsx';
import { useArtifactHead } from './use-artifact-head.ts';
import { useInSight } from './use-in-sight.ts';
import { viewers } from './viewers.tsx';

/** An exhibit in the thread: its head, its first lines, and the label that tells what the model got of it. */
export function ArtifactCard(props: {
  artifactId: string;
  type: ArtifactType;
  title: string;
  telemetry: ToolTelemetry;
  seenText: string;
}) {
  const { artifactId, type, title, telemetry, seenText } = props;
  const card = useRef<HTMLElement>(null);
  const panel = useArtifactPanel();
  const [isFlipped, setIsFlipped] = useState(false);
  const hasLines = viewers[type].kind === 'lines' && telemetry.lineCount !== 0;
  const { state: head, retry } = useArtifactHead(artifactId, hasLines ? previewLines : 0, useInSight(card));
  const now = useNow('quarterMinute');

  const metadata = head.status === 'ready' ? head.metadata : null;
  if (head.status === 'expired' || (metadata && isOver(metadata, now))) {
    const known = head.status === 'expired' ? head.metadata : metadata;
    return <TombstoneCard title={title} telemetry={telemetry} metadata={known} seenText={seenText} />;
  }
  if (head.status === 'missing') return <NotFoundCard />;

  const flip = () => setIsFlipped(!isFlipped);
  const open = () => panel.open({ artifactId, lines: null });
  const isOpen = panel.openArtifactId === artifactId;
  const look = artifactLooks[type];
  const height = bodyHeight(type, telemetry.lineCount);
  return (
    <article
      ref={card}
      className={isOpen ? 'card open' : 'card'}
      data-card={artifactId}
      tabIndex={-1}
      aria-label={title}
    >
      <CardHead
        icon={look.icon}
        title={title}
        isPath={look.isPath}
        meta={metaOf(type, telemetry)}
        onOpen={open}
      >
        <CardActions
          isFlipped={isFlipped}
          onFlip={flip}
          readText={isFlipped ? () => seenText : hasLines ? () => fetchText(artifactUrl(artifactId)) : null}
          onShare={() => panel.share({ artifactId, title, lineCount: telemetry.lineCount, lines: null })}
          onOpen={open}
          isOpen={isOpen}
        />
      </CardHead>
      {isFlipped ? (
        <FlippedSide seenText={seenText} minHeight={height} onBack={flip} />
      ) : (
        <>
          {height !== null && (
            <CardBody artifactId={artifactId} type={type} height={height} head={head} onRetry={retry} />
          )}
          <MoreLines type={type} telemetry={telemetry} firstLine={metadata?.firstLine ?? 1} onOpen={open} />
        </>
      )}
      <footer className="card-label">
        <TokenChip telemetry={telemetry} isFlipped={isFlipped} onFlip={flip} />
        <RelationBadge relation={telemetry.relation} />
        <span className="grow" />
        {metadata && <ExpiryRing metadata={metadata} />}
      </footer>
    </article>
  );
}

const isOver = (metadata: ArtifactMetadata, now: number | null): boolean =>
  now !== null && metadata.expiresAt !== null && Date.parse(metadata.expiresAt) <= now;

function metaOf(type: ArtifactType, telemetry: ToolTelemetry): string {
  const { lineCount, byteLength } = telemetry;
  if (lineCount !== null && type === 'matches' && lineCount === 0) return '0 matches';
  if (lineCount !== null) return formatCount(lineCount, ...artifactLooks[type].unit);
  return byteLength === null ? '' : formatBytes(byteLength);
}

/** The model's side. Never lower than the other was, so that what stands below does not jump up. */
function FlippedSide(props: { seenText: string; minHeight: number | null; onBack: () => void }) {
  return (
    <>
      <div className="card-body reverse" style={{ minHeight: props.minHeight ?? 0 }}>
        <SeenText text={props.seenText} />
      </div>
      <div className="card-more reverse">
        <span className="grow mid">The model’s side, as sent</span>
        <button type="button" className="link" onClick={props.onBack}>
          Flip back
        </button>
      </div>
    </>
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Only where something is not shown. */
function MoreLines(props: {
  type: ArtifactType;
  telemetry: ToolTelemetry;
  firstLine: number;
  onOpen: () => void;
}) {
  const total = props.telemetry.lineCount ?? 0;
  if (total <= previewLines) return null;
  const { firstLine, type } = props;
  const rest =
    firstLine === 1
      ? `of ${formatNumber(total)}`
      : `of ${formatNumber(firstLine)}–${formatNumber(firstLine + total - 1)}`;
  return (
    <div className="card-more">
      <span className="grow">
        {capitalised(artifactLooks[type].unit[1])} {formatNumber(firstLine)}–
        {formatNumber(firstLine + previewLines - 1)} {rest}
      </span>
      <button type="button" className="link" onClick={props.onOpen}>
        Open all
      </button>
    </div>
  );
}
