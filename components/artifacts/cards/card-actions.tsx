'use client';

import { ArrowLeftRight, Copy, PanelRight, RotateCcw, Share2 } from 'lucide-react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { RowMenu } from '#components/ui/row-menu.tsx';
import { useCopy } from '#components/ui/use-copy.ts';
import { useKeepActions } from './keep-actions.ts';
import { KeepMenu } from './keep-menu.tsx';
import type { Keeping } from './use-keeping.ts';

/**
 * A card's actions, always visible since touch has no hover. On a phone all but the flip are under "More".
 */
export function CardActions(props: {
  isFlipped: boolean;
  /** `null`: there is no assistant view yet. */
  onFlip: (() => void) | null;
  readText: (() => string | Promise<string | null>) | null;
  onShare: (() => void) | null;
  onRerun: (() => void) | null;
  /** `null`: its expiry cannot be changed. */
  keeping: Keeping | null;
  onOpen: (() => void) | null;
  isOpen: boolean;
}) {
  const { readText, onShare, onRerun, keeping, onOpen, onFlip } = props;
  return (
    <div className="icon-row">
      {onFlip && (
        <IconButton
          icon={ArrowLeftRight}
          label={props.isFlipped ? 'Flip back' : 'Flip to what the model saw'}
          shortcut="F"
          data-card-action="flip"
          aria-pressed={props.isFlipped}
          onClick={onFlip}
        />
      )}
      {onRerun && (
        <IconButton
          icon={RotateCcw}
          label="Run again"
          shortcut="R"
          className="wide-only"
          data-card-action="rerun"
          onClick={onRerun}
        />
      )}
      {readText && <CopyButton label="Copy" className="wide-only" read={readText} />}
      {onShare && (
        <IconButton
          icon={Share2}
          label="Share"
          shortcut="S"
          className="wide-only"
          data-card-action="share"
          onClick={onShare}
        />
      )}
      {keeping && <KeepMenu keeping={keeping} at="card" />}
      {!keeping && onShare && <KeepRoom />}
      {onOpen && (
        <IconButton
          icon={PanelRight}
          label="Open in panel"
          shortcut="O"
          className={props.isOpen ? 'wide-only on' : 'wide-only'}
          data-card-action="open"
          onClick={onOpen}
        />
      )}
      {(onShare || readText || onRerun) && (
        <NarrowMenu readText={readText} onShare={onShare} onRerun={onRerun} keeping={keeping} />
      )}
    </div>
  );
}

/** Reserves room for the Keep button, which appears late, so that its neighbours do not move. */
const KeepRoom = () => <span className="icon-btn wide-only" aria-hidden="true" />;

function NarrowMenu(props: {
  readText: (() => string | Promise<string | null>) | null;
  onShare: (() => void) | null;
  onRerun: (() => void) | null;
  keeping: Keeping | null;
}) {
  const { copy } = useCopy();
  const keepActions = useKeepActions(props.keeping);
  const { readText, onShare, onRerun } = props;
  return (
    <RowMenu
      className="narrow-only"
      label="More"
      actions={[
        ...(onShare ? [{ label: 'Share', icon: Share2, onSelect: onShare }] : []),
        ...keepActions,
        ...(onRerun ? [{ label: 'Run again', icon: RotateCcw, onSelect: onRerun }] : []),
        ...(readText ? [{ label: 'Copy', icon: Copy, onSelect: () => void copy(readText) }] : []),
      ]}
    />
  );
}
