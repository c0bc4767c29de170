'use client';

import { type ReactNode, useRef, useState } from 'react';
import { formatCount } from '#components/ui/format-number.ts';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { Growth, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { useArtifactHead } from '../api/use-artifact-head.ts';
import { useInSight } from '../api/use-in-sight.ts';
import { useIsOver } from '../api/use-is-over.ts';
import { seenTextOf } from '../context/card-source.ts';
import { useKeptMetadata } from '../context/keeps-context.tsx';
import { useArtifactPanel } from '../context/panel-context.tsx';
import { ActionFault } from '../text/action-fault.tsx';
import { describeCall } from '../text/describe-call.ts';
import { previewLines } from '../viewers/line-card.ts';
import { fetchShownText } from '../viewers/shown-text.ts';
import { outputHeight, terminalHeight } from '../viewers/terminal/terminal-heights.ts';
import { viewers } from '../viewers/viewers.ts';
import type { CallWork } from './call-work.ts';
import { CardActions } from './card-actions.tsx';
import { CardAssistantView } from './card-assistant-view.tsx';
import { CardHead } from './card-head.tsx';
import { CardNotes } from './card-notes.tsx';
import { cardProblems } from './card-problems.tsx';
import { ExitMeta } from './exit-meta.tsx';
import { ExpiryRing } from './expiry-ring.tsx';
import {
  LazyMismatchNote,
  LazyNotFoundCard,
  LazyReadFirstRun,
  LazyRunAgainBy,
  LazyTombstoneCard,
} from './rare-parts.ts';
import { ReadLabel } from './read-label.tsx';
import { RunningMeta } from './running-meta.tsx';
import { StopButton } from './stop-button.tsx';
import { TerminalBody } from './terminal-body.tsx';
import { TokenChip } from './token-chip.tsx';
import { useArtifactViews } from './use-artifact-views.ts';
import { useIsForeign } from './use-is-foreign.ts';
import { useKeeping } from './use-keeping.ts';
import { useLiveTail } from './use-live-tail.ts';
import { useRerun } from './use-rerun.ts';

/** The emulator is loaded only for people who see a running terminal. */
const LiveTerminal = lazyComponent(
  async () => (await import('#components/terminal/live-terminal.tsx')).LiveTerminal,
);

/** Loaded when the page is at rest: a command may start at any time. */
const LiveBody = lazyComponent(
  async () => (await import('./live-body.tsx')).LiveBody,
  ({ minHeight }) => minHeight > 0 && <div className="card-body" style={{ height: minHeight }} />,
);
export const preloadLiveBody = LiveBody.preload;

/** What a command printed, while it runs and after. */
export function TerminalCard({ call, work }: { call: ToolCallState; work: CallWork | null }) {
  const card = useRef<HTMLElement>(null);
  const panel = useArtifactPanel();
  const isInSight = useInSight(card);
  const [isFlippedByHand, setIsFlipped] = useState(false);
  const [isFollowing, setIsFollowing] = useState(true);
  const growth = call.partial;
  const first = call.result;
  const shown = call.replacement ?? first;
  const artifactId = growth?.artifactId ?? shown?.toolTelemetry.artifactId ?? '';
  const title = shown?.toolTelemetry.title ?? describeCall(call.toolName, call.arguments);
  const total = shown?.toolTelemetry.lineCount ?? 0;
  const { state: head, retry } = useArtifactHead(
    artifactId,
    Math.min(total, previewLines),
    isInSight && growth === null,
    shown ? cardProblems(shown.toolTelemetry) : 0,
    Math.max(1, total - previewLines + 1),
  );
  const isTerminal = profileOf(call.toolName)?.hasTerminal === true;
  const { tail, newest } = useLiveTail(artifactId, growth, isInSight && !(isTerminal && work));

  const metadata = useKeptMetadata(head.status === 'ready' ? head.metadata : null);
  const isForeign = useIsForeign(metadata);
  const rerun = useRerun(call, isForeign);
  const keeping = useKeeping(growth === null && !isForeign ? metadata : null);
  const views = useArtifactViews(artifactId, growth === null && metadata?.state === 'complete');
  const isOver = useIsOver(metadata);
  if (first && growth === null && (head.status === 'expired' || isOver)) {
    return (
      <LazyTombstoneCard
        isUndoable={false}
        title={title}
        source={call}
        telemetry={first.toolTelemetry}
        metadata={head.status === 'expired' ? head.metadata : metadata}
        rerun={rerun}
      />
    );
  }
  if (growth === null && head.status === 'missing') return <LazyNotFoundCard seen={seenTextOf(call)} />;

  const isFlipped = isFlippedByHand && first !== null;
  const flip = () => setIsFlipped(!isFlipped);
  const open = () => panel.open({ artifactId, lines: null });
  const isOpen = panel.openArtifactId === artifactId;
  const isLive = growth !== null;
  return (
    <article
      ref={card}
      className={isOpen ? 'card open' : 'card'}
      data-card={artifactId}
      tabIndex={-1}
      aria-label={title}
    >
      <CardHead
        icon={viewers.terminal.presentation.icon}
        title={title}
        titleKind="command"
        meta={<Meta call={call} work={work} />}
        onOpen={open}
      >
        {work && <StopButton />}
        <CardActions
          isFlipped={isFlipped}
          onFlip={first ? flip : null}
          readText={
            isFlipped
              ? () => first?.result?.content ?? ''
              : isLive || total === 0
                ? null
                : () => fetchShownText(artifactUrl(artifactId), 'terminal')
          }
          onShare={isLive ? null : () => panel.share({ artifactId, title, lineCount: total, lines: null })}
          onRerun={rerun.run}
          keeping={keeping}
          onOpen={open}
          isOpen={isOpen}
        />
      </CardHead>
      {views?.relation === 'mismatch' && <LazyMismatchNote views={views} metadata={metadata} />}
      {isFlipped ? (
        <CardAssistantView
          seenText={first.result?.content ?? ''}
          minHeight={terminalHeight(Math.min(total, previewLines))}
          words={call.replacement && call.completedAt && <LazyReadFirstRun readAt={call.completedAt} />}
          onBack={flip}
        />
      ) : growth && isTerminal && work ? (
        <LiveTerminal
          key={artifactId}
          toolCallId={call.toolCallId}
          artifactId={artifactId}
          byteLength={growth.byteLength}
          holder={call.terminalHolder}
        />
      ) : growth ? (
        <LiveBody
          key={artifactId}
          tail={tail}
          newest={newest}
          lineCount={growth.lineCount}
          minHeight={outputHeight(total)}
          onFollow={setIsFollowing}
          onOpen={open}
        />
      ) : (
        shown && (
          <TerminalBody
            artifactId={artifactId}
            title={title}
            telemetry={shown.toolTelemetry}
            head={head}
            newest={newest}
            onRetry={retry}
            onOpen={open}
          />
        )
      )}
      {call.progress && <CardNotes notes={[call.progress]} />}
      <ActionFault text={rerun.error ?? keeping?.message ?? null} />
      <footer className="card-label">
        {growth ? (
          <LiveLabel growth={growth} work={work} isFollowing={isFollowing} />
        ) : (
          first && (
            <>
              <TokenChip telemetry={first.toolTelemetry} isFlipped={isFlipped} onFlip={flip} />
              <ReadLabel source={call} views={views} />
              {rerun.isQueued && <span className="clip">queued to run again</span>}
              {call.replacement && !rerun.isQueued && <LazyRunAgainBy replacement={call.replacement} />}
              {call.replacement === null && first.toolTelemetry.lineCount === 0 && (
                <span className="clip">no output</span>
              )}
              <span className="grow" />
              {metadata && <ExpiryRing metadata={metadata} keeping={keeping} />}
            </>
          )
        )}
      </footer>
    </article>
  );
}

function Meta({ call, work }: { call: ToolCallState; work: CallWork | null }): ReactNode {
  if (work) return <RunningMeta startedAt={work.startedAt} />;
  const shown = call.replacement ?? call.result;
  if (call.partial || !shown) return 'not finished';
  const { exitCode, outcome, lineCount } = shown.toolTelemetry;
  if (typeof exitCode === 'number') {
    return <ExitMeta exitCode={exitCode} outcome={outcome} durationMs={shown.durationMs} />;
  }
  return lineCount === null ? '' : formatCount(lineCount, 'line');
}

/** How much output there is, and who reads it when. */
function LiveLabel(props: { growth: Growth; work: CallWork | null; isFollowing: boolean }) {
  const { growth, work } = props;
  const { lineCount, byteLength } = growth;
  const parts = [
    ...(lineCount === null ? [] : [formatCount(lineCount, 'line')]),
    formatBytes(byteLength),
    ...(work && props.isFollowing ? ['following'] : []),
  ];
  return (
    <>
      <span className="live-figures">{parts.join(' · ')}</span>
      <span className="grow" />
      {work && (
        <span className="clip">
          {work.isRerun ? 'The model has read the first run' : 'The model reads this when the command ends'}
        </span>
      )}
    </>
  );
}
