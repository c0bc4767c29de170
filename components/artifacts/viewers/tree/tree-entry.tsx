import { ChevronDown, ChevronRight, CornerDownRight, File, Folder } from 'lucide-react';
import type { CSSProperties } from 'react';
import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { MarkedText } from '#components/artifacts/text/marked-text.tsx';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { TreeRow } from './tree-nodes.ts';

/** A folder with its contents, a file with its size, or a link with its target. The tree has the focus. */
export function TreeEntry(props: {
  id: string;
  row: TreeRow;
  isOpen: boolean;
  isAtHand: boolean;
  filter: string;
  startPx: number;
  /** The outcome of copying its path. */
  note: string;
  onPress: () => void;
}) {
  const { row, isOpen, filter } = props;
  const { node, level, position, siblings } = row;
  const icon = node.isFolder ? Folder : node.target === null ? File : CornerDownRight;
  const style = { transform: `translateY(${props.startPx}px)`, '--level': level - 1 } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and names its active entry (aria-activedescendant)
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={props.id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={props.isAtHand}
      {...(node.isFolder ? { 'aria-expanded': isOpen } : {})}
      className={props.isAtHand ? 'tree-row at-hand' : 'tree-row'}
      style={style}
      title={node.isFolder ? node.path : `Copy ${node.path}`}
      onClick={props.onPress}
    >
      <span className="twist">
        {node.isFolder && <Icon of={isOpen ? ChevronDown : ChevronRight} isSmall />}
      </span>
      <Icon of={icon} isSmall />
      <span className="clip">
        <MarkedText text={node.name} query={filter} />
        {node.target !== null && (
          <span className="dim">
            {' → '}
            <HiddenText text={node.target} />
          </span>
        )}
      </span>
      <span className="grow" />
      {props.note !== '' && <span className="accent tree-note">{props.note}</span>}
      {node.isFolder && node.fileCount > 0 && (
        <span className="tree-count" title={`${formatCount(node.fileCount, 'file')} in this folder`}>
          {formatNumber(node.fileCount)}
        </span>
      )}
      {node.size !== null && (
        <span className="tree-size" title={formatCount(node.size, 'byte')}>
          {formatBytes(node.size)}
        </span>
      )}
    </div>
  );
}
