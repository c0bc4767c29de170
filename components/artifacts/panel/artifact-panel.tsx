'use client';

import { MessageSquarePlus } from 'lucide-react';
import { type CSSProperties, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { callOfArtifact } from '../../../lib/core/call-of-artifact.ts';
import { comparableRuns } from '../../../lib/core/comparable-runs.ts';
import type { ConversationState, EarlierRun } from '../../../lib/core/conversation-state.ts';
import { readingOf } from '../../../lib/core/model-reading.ts';
import { useBodyClass } from '../../ui/use-body-class.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { useIsOver } from '../api/use-is-over.ts';
import { titleOfCall } from '../cards/artifact-titles.ts';
import { CardFault } from '../cards/card-fault.tsx';
import { MismatchNote } from '../cards/mismatch-note.tsx';
import { type GivenList, useGiving } from '../cards/use-giving.ts';
import { useKeeping } from '../cards/use-keeping.ts';
import { useSides } from '../cards/use-sides.ts';
import { useKeptMetadata } from '../context/keeps-context.tsx';
import type { PanelTarget } from '../context/panel-hash.ts';
import type { ShareSubject } from '../context/share-subject.ts';
import { useSearch } from '../lines/use-search.ts';
import { richViewOf } from '../viewers/rich-view.ts';
import { fetchShownText } from '../viewers/shown-text.ts';
import { viewerKinds } from '../viewers/viewer-kinds.ts';
import { compareActions } from './compare/compare-actions.ts';
import { CompareView } from './compare/compare-view.tsx';
import { PanelEverything } from './panel-everything.tsx';
import { PanelHead } from './panel-head.tsx';
import { PanelSeen } from './panel-seen.tsx';
import { PanelSides } from './panel-sides.tsx';
import { seenSideOf, useMetadata } from './panel-subject.ts';
import { SelectionBar } from './selection-bar.tsx';
import { usePanelView } from './use-panel-view.ts';
import { usePanelWidth } from './use-panel-width.ts';

/** The whole artifact, beside the conversation. */
export function ArtifactPanel(props: {
  target: PanelTarget;
  /** The conversation in which it is open. */
  state: ConversationState;
  onTarget: (target: PanelTarget | null) => void;
  onShare: (subject: ShareSubject) => void;
  /** Attachments of the next message. */
  given: GivenList;
}) {
  const { target, onTarget, state } = props;
  /** `null`: the artifact is not from this conversation, so only one side is known. */
  const call = callOfArtifact(state.toolCalls, target.artifactId);
  const otherRuns = comparableRuns(state.toolCalls, target.artifactId);
  const seen = seenSideOf(call, target.artifactId);
  const known = useMetadata(target.artifactId, call);
  const metadata = useKeptMetadata(known !== null && typeof known === 'object' ? known : null);
  const isOver = useIsOver(metadata);
  const isAlive = metadata !== null && metadata.state !== 'expired' && !isOver;
  const keeping = useKeeping(isAlive ? metadata : null);
  const sides = useSides(target.artifactId, isAlive && metadata.state === 'complete', 'panel');
  const rich = isAlive ? richViewOf(metadata) : null;
  const url = artifactUrl(target.artifactId);
  const hasLines = isAlive && viewerKinds[metadata.type] === 'lines' && metadata.lineCount !== null;
  const panel = useRef<HTMLElement>(null);
  const search = useSearch(url, metadata?.state === 'writing', panel);
  const [compared, setCompared] = useState<EarlierRun | null>(null);
  const back = useCallback(
    (next: PanelTarget | null) => (next === null && compared ? setCompared(null) : onTarget(next)),
    [compared, onTarget],
  );
  const showNew = useCallback((artifactId: string) => onTarget({ artifactId, lines: null }), [onTarget]);
  const view = usePanelView(target, back, {
    hasSeen: seen !== null,
    rich,
    search: hasLines && compared === null ? search : null,
  });
  const { width, gripProps } = usePanelWidth();
  useFocusWhereCovering(panel);
  useBodyClass('has-both', view.side === 'both');

  const title = metadata?.title ?? (call && titleOfCall(call)) ?? target.artifactId;
  // An artifact that is still growing cannot be frozen for a share.
  const canShare = isAlive && metadata.state === 'complete';
  const canGive = canShare && hasLines;
  const giving = useGiving(
    { artifactId: target.artifactId, title },
    canGive ? target.lines : null,
    props.given,
  );
  const compare = (run: EarlierRun) => {
    view.setSide('everything');
    setCompared(run);
  };
  const more = [
    ...(canGive && !target.lines && !giving.isGiven
      ? [{ label: 'Give the whole result to the model', icon: MessageSquarePlus, onSelect: giving.give }]
      : []),
    ...(canGive ? compareActions(otherRuns, compare) : []),
  ];
  const subject = { artifactId: target.artifactId, title, lineCount: metadata?.lineCount ?? null };
  const readLink = () => window.location.href;
  const share = () => props.onShare({ ...subject, lines: target.lines });
  useKeys({
    ...(canShare ? { s: share } : {}),
    p: () => openKeepMenu(panel.current),
    ...(canGive ? { m: giving.give } : {}),
  });

  const everything =
    compared && metadata ? (
      <CompareView
        metadata={metadata}
        other={compared}
        isWrapped={view.isWrapped}
        onClose={() => setCompared(null)}
      />
    ) : (
      <PanelEverything
        url={url}
        target={target}
        metadata={isAlive ? metadata : null}
        gone={known !== null && !isAlive ? (typeof known === 'string' ? known : (metadata ?? known)) : null}
        call={call}
        seen={seen}
        view={view}
        search={search}
        onNew={showNew}
      />
    );
  const seenSide = (hasHead: boolean) =>
    seen && (
      <PanelSeen
        seen={seen}
        hasHead={hasHead}
        reading={call && readingOf(state, call)}
        sha256={metadata?.sha256 ?? null}
      />
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
        outcome={seen?.readFirstRunAt === null ? seen.telemetry.outcome : undefined}
        downloadUrl={isAlive ? `${url}?download=1` : null}
        isWrapped={view.isWrapped}
        search={
          hasLines && compared === null && view.side !== 'seen'
            ? { isOpen: search.isOpen, toggle: view.toggleSearch }
            : null
        }
        onWrap={hasLines && view.side !== 'seen' ? view.toggleWrap : null}
        readText={
          view.side === 'seen' && seen
            ? () => seen.text
            : hasLines
              ? () => fetchShownText(url, metadata.type)
              : null
        }
        onShare={canShare ? share : null}
        keeping={keeping}
        more={more}
        onClose={() => props.onTarget(null)}
      />
      <PanelSides
        side={view.side}
        onSide={view.setSide}
        seen={seen}
        metadata={metadata}
        keeping={keeping}
        sides={sides}
        form={rich && compared === null ? { rich, isRich: view.isRich, onChange: view.setIsRich } : null}
      />
      <CardFault text={keeping?.error ?? giving.error} />
      <MismatchNote sides={sides} metadata={metadata} />
      {view.side === 'everything' && everything}
      {view.side === 'seen' && seenSide(false)}
      {view.side === 'both' && seen && (
        <div className="pair">
          {everything}
          {seenSide(true)}
        </div>
      )}
      {target.lines && hasLines && view.side !== 'seen' && compared === null && (
        <SelectionBar
          lines={target.lines}
          readLink={readLink}
          onShare={share}
          giving={giving}
          onClear={view.clear}
        />
      )}
    </aside>
  );
}

/** Returns whether there was a menu to open; if not, the key press is left to others. */
function openKeepMenu(panel: HTMLElement | null): boolean {
  const button = panel?.querySelector<HTMLElement>('[data-panel-action="keep"]');
  button?.click();
  return button != null;
}

/** Focuses the panel where it covers the thread; beside the thread it leaves the focus alone. */
function useFocusWhereCovering(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (panel.current && getComputedStyle(panel.current).position === 'fixed') panel.current.focus();
  }, [panel]);
}
