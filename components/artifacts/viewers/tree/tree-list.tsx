'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useCopy } from '#components/ui/use-copy.ts';
import { treeMove } from '../tree-move.ts';
import { TreeEntry } from './tree-entry.tsx';
import type { TreeNode, TreeRow } from './tree-nodes.ts';

const rowHeight = 24;
const padding = 8;

/** The rows of a tree; only the visible ones are rendered. One of them is the current row of the keyboard. */
export function TreeList(props: {
  rows: readonly TreeRow[];
  isOpen: (node: TreeNode) => boolean;
  filter: string;
  onToggle: (node: TreeNode) => void;
}) {
  const { rows, isOpen, filter, onToggle } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { outcome, copy } = useCopy();
  // Not identified by path: a listing may contain one twice.
  const [nodeAtHand, setNodeAtHand] = useState<TreeNode | null>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node === nodeAtHand),
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    paddingStart: padding,
    paddingEnd: padding,
  });

  const act = (row: TreeRow) => {
    setNodeAtHand(row.node);
    if (row.node.isFolder) onToggle(row.node);
    else void copy(() => row.node.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const here = rows[at];
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return act(here);
    }
    const move = treeMove(event.key, {
      index: at,
      rowCount: rows.length,
      rowsInSight: Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1),
      isUnfolded: here.node.isFolder ? isOpen(here.node) : null,
      hasChildBelow: rows[at + 1]?.parent === here.node,
      parentIndex: () => parentIndexOf(rows, at),
    });
    if (move === null) return;
    event.preventDefault();
    const to = 'to' in move ? move.to : at;
    if ('isFolded' in move) onToggle(here.node);
    setNodeAtHand(rows[to]?.node ?? null);
    virtualizer.scrollToIndex(to);
  };
  const message = outcome === 'copied' ? 'Path copied' : outcome === 'failed' ? 'Couldn’t copy' : '';
  return (
    <>
      <div
        ref={box}
        className="lines tree"
        role="tree"
        tabIndex={0}
        aria-label="Entries"
        aria-activedescendant={`${id}-${at}`}
        onKeyDown={onKeyDown}
      >
        <div className="lines-in" role="none" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <TreeEntry
                  key={index}
                  id={`${id}-${index}`}
                  row={row}
                  isOpen={isOpen(row.node)}
                  isAtHand={index === at}
                  filter={filter}
                  startPx={start}
                  note={index === at ? message : ''}
                  onPress={() => act(row)}
                />
              )
            );
          })}
        </div>
      </div>
      <p className="vh" role="status">
        {message}
      </p>
    </>
  );
}

function parentIndexOf(rows: readonly TreeRow[], at: number): number | null {
  const parent = rows[at]?.parent ?? null;
  const index =
    parent === null ? -1 : rows.findLastIndex(({ node }, before) => before < at && node === parent);
  return index === -1 ? null : index;
}
