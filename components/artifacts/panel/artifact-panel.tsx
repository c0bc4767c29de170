'use client';

import { MessageSquarePlus } from 'lucide-react';
import { type CSSProperties, useRef, useState } from 'react';
import { useBodyClass } from '#components/ui/use-body-class.ts';
import { useKeys } from '#components/ui/use-keys.ts';
import { comparableRuns } from '#lib/core/conversation/comparable-runs.ts';
import type { ConversationState, EarlierRun } from '#lib/core/conversation/conversation-state.ts';
import { MismatchNote } from '../cards/mismatch-note.tsx';
import { type AttachmentList, useAttach } from '../cards/use-attach.ts';
import type { PanelTarget } from '../context/panel-hash.ts';
import type { ShareSubject } from '../context/share-subject.ts';
import { useSearch } from '../lines/use-search.ts';
import { CommentsAfterLine } from '../review/comments-after-line.tsx';
import { ReviewBar } from '../review/review-bar.tsx';
import { useReviewDraft } from '../review/review-draft.ts';
import { ActionFault } from '../text/action-fault.tsx';
import { fetchShownText } from '../viewers/shown-text.ts';
import { compareActions } from './compare/compare-actions.ts';
import { PanelBody } from './panel-body.tsx';
import { PanelHead } from './panel-head.tsx';
import { PanelViews } from './panel-views.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useFocusWhereCovering } from './use-focus-where-covering.ts';
import { type PanelView, usePanelView } from './use-panel-view.ts';
import { usePanelWidth } from './use-panel-width.ts';
import { type ShownArtifact, useShownArtifact } from './use-shown-artifact.ts';

/** The whole artifact, beside the conversation. */
export function ArtifactPanel(props: {
  target: PanelTarget;
  conversationId: string;
  /** The conversation in which it is open. */
  state: ConversationState;
  onTarget: (target: PanelTarget | null) => void;
  onShare: (subject: ShareSubject) => void;
  /** Attachments of the next message. */
  attachments: AttachmentList;
}) {
  'use memo';
  const { target, onTarget, state } = props;
  const shown = useShownArtifact(target.artifactId, state);
  const { metadata, hasLines, isComplete, keeping, seen, views, rich, title, url } = shown;
  const panel = useRef<HTMLElement>(null);
  const search = useSearch(url, metadata?.state === 'writing', panel);
  const [compared, setCompared] = useState<EarlierRun | null>(null);
  const back = (next: PanelTarget | null) => (next === null && compared ? setCompared(null) : onTarget(next));
  const showNew = (artifactId: string) => onTarget({ artifactId, lines: null });
  const isSearched = hasLines && compared === null;
  const view = usePanelView(target, back, {
    hasSeen: seen !== null,
    rich,
    search: isSearched ? search : null,
  });
  const { width, gripProps } = usePanelWidth();
  useFocusWhereCovering(panel);
  useBodyClass('has-both', view.shownView === 'both');

  const canAttach = isComplete && hasLines;
  const attaching = useAttach(
    { artifactId: target.artifactId, title },
    canAttach ? target.lines : null,
    props.attachments,
  );
  const review = useReviewDraft(props.conversationId);
  const compare = (run: EarlierRun) => {
    view.setShownView('everything');
    setCompared(run);
  };
  const share = () =>
    props.onShare({
      artifactId: target.artifactId,
      title,
      lineCount: metadata?.lineCount ?? null,
      lines: target.lines,
    });
  useKeys({
    ...(isComplete ? { s: share } : {}),
    p: () => openKeepMenu(panel.current),
    ...(canAttach ? { m: attaching.attach } : {}),
  });
  const canComment = canAttach && metadata?.type === 'diff' && compared === null && !review.isFull;
  const comment = () => {
    if (target.lines === null) return;
    view.setIsRich(true);
    review.begin(target.artifactId, target.lines);
    view.clear();
  };
  const isShownWhole = view.shownView !== 'seen';

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      data-open={target.artifactId}
      className={view.shownView === 'both' ? 'panel both' : 'panel'}
      style={{ '--panel-width': `${width}px` } as CSSProperties}
      aria-label={`Artifact: ${title}`}
    >
      <div className="grip" {...gripProps} />
      <PanelHead
        title={title}
        metadata={metadata}
        outcome={seen?.readFirstRunAt === null ? seen.telemetry.outcome : undefined}
        downloadUrl={shown.live ? `${url}?download=1` : null}
        isWrapped={view.isWrapped}
        search={isSearched && isShownWhole ? { isOpen: search.isOpen, toggle: view.toggleSearch } : null}
        onWrap={hasLines && isShownWhole ? view.toggleWrap : null}
        readText={readerOf(shown, view.shownView)}
        onShare={isComplete ? share : null}
        keeping={keeping}
        more={[
          ...(canAttach && !target.lines && !attaching.isAttached
            ? [
                {
                  label: 'Give the whole result to the model',
                  icon: MessageSquarePlus,
                  onSelect: attaching.attach,
                },
              ]
            : []),
          ...(canAttach ? compareActions(comparableRuns(state.toolCalls, target.artifactId), compare) : []),
        ]}
        onClose={() => props.onTarget(null)}
      />
      <PanelViews
        shownView={view.shownView}
        onShow={view.setShownView}
        seen={seen}
        metadata={metadata}
        keeping={keeping}
        views={views}
        form={rich && compared === null ? { rich, isRich: view.isRich, onChange: view.setIsRich } : null}
      />
      <ActionFault text={keeping?.message ?? attaching.error} />
      <MismatchNote views={views} metadata={metadata} />
      <CommentsAfterLine review={review} artifactId={target.artifactId}>
        <PanelBody
          shown={shown}
          state={state}
          target={target}
          view={view}
          search={search}
          compared={compared}
          onNew={showNew}
          onCloseComparison={() => setCompared(null)}
        />
      </CommentsAfterLine>
      {target.lines && isSearched && isShownWhole && (
        <SelectionBar
          lines={target.lines}
          readLink={() => window.location.href}
          onShare={share}
          attaching={attaching}
          onComment={canComment ? comment : null}
          onClear={view.clear}
        />
      )}
      <ReviewBar review={review} artifactId={target.artifactId} onTarget={onTarget} />
    </aside>
  );
}

/** What "Copy" copies; `null`: nothing. */
function readerOf({ seen, hasLines, url, metadata }: ShownArtifact, shownView: PanelView['shownView']) {
  if (shownView === 'seen' && seen) return () => seen.text;
  return hasLines && metadata ? () => fetchShownText(url, metadata.type) : null;
}

/** Returns whether there was a menu to open; if not, the key press is left to others. */
function openKeepMenu(panel: HTMLElement | null): boolean {
  const button = panel?.querySelector<HTMLElement>('[data-panel-action="keep"]');
  button?.click();
  return button != null;
}
