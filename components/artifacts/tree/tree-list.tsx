'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useCopy } from '../../ui/use-copy.ts';
import { TreeEntry } from './tree-entry.tsx';
import { treeMove } from './tree-keys.ts';
import type { TreeNode, TreeRow } from './tree-nodes.ts';

const rowHeight = 24;
const padding = 8;

/** The rows of a tree, of which only those in sight are in the page. One of them is at hand for the keyboard. */
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
  const [atPath, setAtPath] = useState<string | null>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.path === atPath),
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
    setAtPath(row.node.path);
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
    const pageRows = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const move = treeMove(event.key, at, rows, ({ node }) => isOpen(node), pageRows);
    if (move === null) return;
    event.preventDefault();
    if (move.opens !== undefined) onToggle(here.node);
    setAtPath(rows[move.to]?.node.path ?? null);
    virtualizer.scrollToIndex(move.to);
  };
  const said = outcome === 'copied' ? 'Path copied' : outcome === 'failed' ? 'Could not copy' : '';
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
                  said={index === at ? said : ''}
                  onPress={() => act(row)}
                />
              )
            );
          })}
        </div>
      </div>
      <p className="vh" role="status">
        {said}
      </p>
    </>
  );
}
