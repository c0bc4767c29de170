'use client';

import { Copy, Download, Search, Share2, TextWrap, X } from 'lucide-react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { MenuAction } from '#components/ui/menu-action.ts';
import { RowMenu } from '#components/ui/row-menu.tsx';
import { useCopy } from '#components/ui/use-copy.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { ExitMeta } from '../cards/exit-meta.tsx';
import { useKeepActions } from '../cards/keep-actions.ts';
import { KeepMenu } from '../cards/keep-menu.tsx';
import type { Keeping } from '../cards/use-keeping.ts';
import { TitleText, titleClass } from '../text/title-text.tsx';
import { viewers } from '../viewers/viewers.ts';

/** Title and actions of the panel: wrap, copy, download, share, close. */
export function PanelHead(props: {
  title: string;
  metadata: ArtifactMetadata | null;
  /** How a command ended, in words. */
  outcome: string | undefined;
  downloadUrl: string | null;
  isWrapped: boolean;
  search: { isOpen: boolean; toggle: () => void } | null;
  onWrap: (() => void) | null;
  readText: (() => string | Promise<string | null>) | null;
  onShare: (() => void) | null;
  keeping: Keeping | null;
  /** Actions that are too rare for a button. */
  more: MenuAction[];
  onClose: () => void;
}) {
  const { metadata, downloadUrl, search, onWrap, readText, onShare, keeping } = props;
  const keepActions = useKeepActions(keeping);
  const { copy } = useCopy();
  const { presentation } = viewers[metadata?.type ?? 'text'];
  const menu = [
    ...props.more,
    ...keepActions,
    ...(search ? [{ label: 'Search', icon: Search, onSelect: search.toggle }] : []),
    ...(onWrap
      ? [{ label: props.isWrapped ? 'Do not wrap lines' : 'Wrap lines', icon: TextWrap, onSelect: onWrap }]
      : []),
    ...(readText ? [{ label: 'Copy', icon: Copy, onSelect: () => void copy(readText) }] : []),
    ...(downloadUrl
      ? [{ label: 'Download', icon: Download, onSelect: () => window.location.assign(downloadUrl) }]
      : []),
  ];
  return (
    <header className="panel-head">
      <Icon of={presentation.icon} />
      <div className="grow clip">
        <h2 className={titleClass(presentation.title)} title={props.title}>
          <TitleText kind={presentation.title} text={props.title} />
        </h2>
      </div>
      {metadata !== null && metadata.exitCode !== null && (
        <span className="card-meta">
          <ExitMeta exitCode={metadata.exitCode} outcome={props.outcome} durationMs={metadata.durationMs} />
        </span>
      )}
      <div className="icon-row">
        {search && (
          <IconButton
            icon={Search}
            label="Search"
            shortcut="⌘F Ctrl F"
            className="wide-only"
            aria-pressed={search.isOpen}
            onClick={search.toggle}
          />
        )}
        {onWrap && (
          <IconButton
            icon={TextWrap}
            label="Wrap lines"
            shortcut="W"
            className="wide-only"
            aria-pressed={props.isWrapped}
            onClick={onWrap}
          />
        )}
        {readText && <CopyButton label="Copy" className="wide-only" read={readText} />}
        {downloadUrl && (
          <a
            className="icon-btn wide-only"
            href={downloadUrl}
            download
            aria-label="Download"
            title="Download"
          >
            <Icon of={Download} />
          </a>
        )}
        {onShare && <IconButton icon={Share2} label="Share" shortcut="S" onClick={onShare} />}
        {keeping && <KeepMenu keeping={keeping} at="panel" />}
        {props.more.length > 0 && <RowMenu className="wide-only" label="More" actions={props.more} />}
        {menu.length > 0 && <RowMenu className="narrow-only" label="More" actions={menu} />}
      </div>
      <IconButton icon={X} label="Close" shortcut="Esc" className="close-btn" onClick={props.onClose} />
    </header>
  );
}
