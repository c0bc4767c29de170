'use client';

import { useRef, useState } from 'react';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { useArtifactHead } from '../api/use-artifact-head.ts';
import { useInSight } from '../api/use-in-sight.ts';
import { useIsOver } from '../api/use-is-over.ts';
import type { AppHead } from '../apps/app-head.ts';
import { type CardSource, isAttached, readTelemetryOf, seenTextOf } from '../context/card-source.ts';
import { useKeptMetadata } from '../context/keeps-context.tsx';
import { useArtifactPanel } from '../context/panel-context.tsx';
import { useUndoing } from '../context/undoings-context.tsx';
import { ActionFault } from '../text/action-fault.tsx';
import { countSuspicious } from '../text/hidden-characters.ts';
import { previewLines } from '../viewers/line-card.ts';
import { fetchShownText } from '../viewers/shown-text.ts';
import { viewers } from '../viewers/viewers.ts';
import type { CallWork } from './call-work.ts';
import { CardActions } from './card-actions.tsx';
import { CardAssistantView } from './card-assistant-view.tsx';
import { CardBody } from './card-body.tsx';
import { CardHead } from './card-head.tsx';
import { CardNotes } from './card-notes.tsx';
import { CardProblems, cardProblems } from './card-problems.tsx';
import { ExpiryRing } from './expiry-ring.tsx';
import { notesOf } from './notes-of.ts';
import {
  LazyAppView,
  LazyHiddenCountNote,
  LazyMismatchNote,
  LazyNotFoundCard,
  LazyReadFirstRun,
  LazyResultParts,
  LazyRunAgainBy,
  LazyTombstoneCard,
} from './rare-parts.ts';
import { ReadLabel } from './read-label.tsx';
import { RunningMeta } from './running-meta.tsx';
import { SplitOffer } from './split-offer.tsx';
import { StopButton } from './stop-button.tsx';
import { TokenChip } from './token-chip.tsx';
import { useArtifactViews } from './use-artifact-views.ts';
import { useIsForeign } from './use-is-foreign.ts';
import { useKeeping } from './use-keeping.ts';
import { useRerun } from './use-rerun.ts';
import { useSeenText } from './use-seen-text.ts';

/** An artifact in the thread: its head, its first lines, and the label that says what the model saw. */
export function ArtifactCard(props: {
  artifactId: string;
  type: ArtifactType;
  title: string;
  /** Telemetry of what is shown, which may be a later run than the one that the model read. */
  telemetry: ToolTelemetry;
  source: CardSource;
  work: CallWork | null;
}) {
  const { artifactId, type, title, telemetry, source, work } = props;
  const call = isAttached(source) ? null : source;
  const read = readTelemetryOf(source) ?? telemetry;
  const card = useRef<HTMLElement>(null);
  const panel = useArtifactPanel();
  const [isFlipped, setIsFlipped] = useState(false);
  const seenText = useSeenText(seenTextOf(source), isFlipped);
  const viewer = viewers[type];
  const hasLines = viewer.lines !== null && telemetry.lineCount !== 0;
  const wantedLines = telemetry.lineCount === 0 ? 0 : viewer.card.headLines;
  const { state: head, retry } = useArtifactHead(
    artifactId,
    wantedLines,
    useInSight(card),
    cardProblems(telemetry),
  );
  const isUndone = useUndoing(artifactId)?.isUndone ?? false;

  const metadata = useKeptMetadata(head.status === 'ready' ? head.metadata : null);
  const isForeign = useIsForeign(metadata);
  const rerun = useRerun(call, isForeign);
  const keeping = useKeeping(isForeign ? null : metadata);
  const [words, setWords] = useState<string | null>(null);
  const [app, setApp] = useState<AppHead | null>(null);
  const views = useArtifactViews(artifactId, metadata?.state === 'complete');
  const isOver = useIsOver(metadata);
  const isUndoable = call !== null && !isForeign && profileOf(call.toolName)?.isUndoable === true;
  if (head.status === 'expired' || isOver) {
    const known = head.status === 'expired' ? head.metadata : metadata;
    return (
      <LazyTombstoneCard
        title={title}
        source={source}
        telemetry={read}
        metadata={known}
        rerun={rerun}
        isUndoable={isUndoable}
      />
    );
  }
  if (head.status === 'missing') return <LazyNotFoundCard seen={seenTextOf(source)} />;

  const flip = () => setIsFlipped(!isFlipped);
  const open = () => panel.open({ artifactId, lines: null });
  const isOpen = panel.openArtifactId === artifactId;
  const { presentation } = viewer;
  const height = viewer.card.heightPx(telemetry);
  const lines =
    head.status === 'ready' && head.data
      ? viewer.card.shownLines(telemetry, head.data.lines, head.metadata)
      : null;
  const hiddenCount = lines && hasLines ? countSuspicious(type, lines) : 0;
  const content = (
    <>
      <CardProblems artifactId={artifactId} telemetry={telemetry} head={head} />
      {height !== null && (
        <CardBody
          artifactId={artifactId}
          type={type}
          title={title}
          telemetry={telemetry}
          height={height}
          head={head}
          onWords={setWords}
          onRetry={retry}
        />
      )}
      <CardNotes notes={notesOf(telemetry, head)} />
      <viewer.card.Foot
        artifactId={artifactId}
        telemetry={telemetry}
        shown={lines?.length ?? previewLines}
        firstLine={metadata?.firstLine ?? 1}
        words={words}
        unit={presentation.unit[1]}
        isUndoable={isUndoable}
        onOpen={open}
      />
      {metadata && (telemetry.app?.problem || metadata.parts || metadata.links) && (
        <LazyResultParts metadata={metadata} problem={telemetry.app?.problem} />
      )}
    </>
  );
  return (
    <article
      ref={card}
      className={['card', isOpen ? 'open' : '', isUndone ? 'undone' : ''].filter(Boolean).join(' ')}
      data-card={artifactId}
      tabIndex={-1}
      aria-label={title}
    >
      <CardHead
        icon={app?.icon ?? presentation.icon}
        title={title}
        titleKind={presentation.title}
        meta={
          work ? <RunningMeta startedAt={work.startedAt} /> : (app?.meta ?? viewer.card.meta(telemetry, head))
        }
        onOpen={open}
      >
        {work && <StopButton />}
        <CardActions
          isFlipped={isFlipped}
          onFlip={flip}
          readText={
            isFlipped
              ? () => seenText ?? ''
              : hasLines
                ? () => fetchShownText(artifactUrl(artifactId), type)
                : null
          }
          onShare={() => panel.share({ artifactId, title, lineCount: telemetry.lineCount, lines: null })}
          onRerun={rerun.run}
          keeping={keeping}
          onOpen={open}
          isOpen={isOpen}
        />
      </CardHead>
      {views?.relation === 'mismatch' && <LazyMismatchNote views={views} metadata={metadata} />}
      {hiddenCount > 0 && !isFlipped && <LazyHiddenCountNote count={hiddenCount} />}
      {isFlipped ? (
        <CardAssistantView
          seenText={seenText}
          minHeight={height}
          words={call?.replacement && call.completedAt && <LazyReadFirstRun readAt={call.completedAt} />}
          onBack={flip}
        />
      ) : metadata?.app ? (
        <LazyAppView baseUrl={artifactUrl(artifactId)} title={title} onHead={setApp}>
          {content}
        </LazyAppView>
      ) : (
        content
      )}
      <ActionFault text={rerun.error ?? keeping?.message ?? null} />
      {call && read && <SplitOffer toolName={call.toolName} telemetry={read} />}
      <footer className="card-label">
        <TokenChip telemetry={read} isFlipped={isFlipped} onFlip={flip} />
        <ReadLabel source={source} views={views} />
        {rerun.isQueued && <span className="clip">queued to run again</span>}
        {call?.replacement && !rerun.isQueued && <LazyRunAgainBy replacement={call.replacement} />}
        {isUndone && <span className="badge wide-only">undone</span>}
        <span className="grow" />
        {metadata && <ExpiryRing metadata={metadata} keeping={keeping} />}
      </footer>
    </article>
  );
}
