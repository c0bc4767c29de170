'use client';

import { Hourglass, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { type CardSource, isAttached, seenTextOf } from '../context/card-source.ts';
import { ActionFault } from '../text/action-fault.tsx';
import { callLine } from '../text/describe-call.ts';
import { HiddenText } from '../text/hidden-text.tsx';
import { shortHash } from '../text/short-hash.ts';
import { UndoRow } from '../viewers/diff/undo-row.tsx';
import { viewers } from '../viewers/viewers.ts';
import { CardHead } from './card-head.tsx';
import { SeenText } from './seen-text.tsx';
import { TokenChip } from './token-chip.tsx';
import type { Rerun } from './use-rerun.ts';
import { useSeenText } from './use-seen-text.ts';

/** An expired artifact's card: its metadata and what the model saw outlive its bytes. */
export function TombstoneCard(props: {
  title: string;
  source: CardSource;
  telemetry: ToolTelemetry;
  metadata: ArtifactMetadata | null;
  rerun: Rerun;
  isUndoable: boolean;
}) {
  const { metadata, telemetry, rerun, source } = props;
  const byteLength = metadata?.byteLength ?? telemetry.byteLength;
  const line = isAttached(source) ? null : callLine(source.toolName, source.arguments);
  const [isFlipped, setIsFlipped] = useState(false);
  const seenText = useSeenText(seenTextOf(source), isFlipped);
  const flip = () => setIsFlipped(!isFlipped);
  const { presentation } = viewers[telemetry.type ?? 'text'];
  const isEvicted = metadata?.isEvicted === true;
  return (
    <article
      className="card tomb"
      data-card
      tabIndex={-1}
      aria-label={`${props.title}, ${isEvicted ? 'evicted' : 'expired'}`}
    >
      <CardHead
        icon={Hourglass}
        title={props.title}
        titleKind={presentation.title}
        meta={whatBecame(metadata)}
      >
        {rerun.run && (
          <button
            type="button"
            className="btn"
            title="Run again  R"
            data-card-action="rerun"
            onClick={rerun.run}
          >
            <Icon of={RotateCcw} isSmall />
            Run again
          </button>
        )}
      </CardHead>
      <div className="card-more">
        <span className="grow clip">
          {byteLength !== null && `${formatBytes(byteLength)} of ${presentation.stuff}`}
          {metadata && (
            <>
              {' · '}
              {viewers[metadata.type].presentation.by} {metadata.author.name.split(' ')[0]},{' '}
              <TimeText iso={metadata.createdAt} as="near" />
            </>
          )}
        </span>
        {metadata?.sha256 && (
          <span className="mono" title={`sha256 ${metadata.sha256}`}>
            sha256 {shortHash(metadata.sha256)}
          </span>
        )}
      </div>
      {props.isUndoable && metadata?.patchArtifactId && (
        <UndoRow artifactId={metadata.id} words="Applied" isUndoable />
      )}
      {line !== null && (
        <div className="card-more">
          <span className="mono clip" title={line}>
            <HiddenText text={line} />
          </span>
        </div>
      )}
      {isFlipped && (
        <div className="card-body reverse">
          <SeenText text={seenText ?? ''} />
        </div>
      )}
      <ActionFault text={rerun.error} />
      <footer className="card-label">
        <TokenChip telemetry={telemetry} isFlipped={isFlipped} onFlip={flip} />
        {rerun.isQueued && <span className="clip">queued to run again</span>}
        <span className="grow" />
        <button type="button" className="link" data-card-action="flip" onClick={flip}>
          {isFlipped ? 'Close' : 'What the model saw'}
        </button>
      </footer>
    </article>
  );
}

function whatBecame(metadata: ArtifactMetadata | null) {
  if (metadata?.isEvicted) {
    return (
      <span title="The space for artifacts was full. Keep an artifact to protect it.">
        removed to free space
      </span>
    );
  }
  return metadata?.expiresAt ? <>expired {<TimeText iso={metadata.expiresAt} as="near" />}</> : 'expired';
}
