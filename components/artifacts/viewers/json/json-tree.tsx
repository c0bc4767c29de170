'use client';

import { type CSSProperties, type KeyboardEvent, useId } from 'react';
import { useRowWindow } from '#components/artifacts/lines/use-row-window.ts';
import { treeMove } from '../tree-move.ts';
import { isFoldable, type JsonIndex, type NodeId, topNode } from './json-index.ts';
import { JsonRow } from './json-row.tsx';
import { rowIndexOf } from './json-rows.ts';
import type { useJsonTree } from './use-json-tree.ts';

const rowPx = 20;
const paddingPx = 8;

/**
 * The visible rows of a tree, with the usual tree keys. The tree keeps the focus and names its active row.
 */
export function JsonTree(props: {
  index: JsonIndex;
  tree: ReturnType<typeof useJsonTree>;
  active: NodeId;
  onActive: (node: NodeId) => void;
  isWrapped: boolean;
}) {
  const { index, tree, isWrapped, onActive } = props;
  const { rows } = tree;
  const id = useId();
  const { scroller, chunks, heightPx, measure, rowsInSight, show } = useRowWindow({
    count: rows.length,
    rowPx,
    headPx: paddingPx,
    isMeasured: isWrapped,
  });
  const position = rowIndexOf(rows, props.active);
  const active = rows[position] ?? 0;
  const rowId = (node: NodeId) => `${id}-${node}`;

  const toggle = (node: NodeId) => tree.setFolded(node, tree.isUnfolded(node));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const canFold = isFoldable(index, active);
    if (canFold && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      return toggle(active);
    }
    const move = treeMove(event.key, {
      index: position,
      rowCount: rows.length,
      rowsInSight: rowsInSight(),
      isUnfolded: canFold ? tree.isUnfolded(active) : null,
      hasChildBelow: rows[position + 1] !== undefined && index.parents[rows[position + 1] ?? 0] === active,
      parentIndex: () => (position === 0 ? null : rowIndexOf(rows, index.parents[active] ?? 0)),
    });
    if (move === null) return;
    event.preventDefault();
    if ('isFolded' in move) return tree.setFolded(active, move.isFolded);
    onActive(rows[move.to] ?? 0);
    show(move.to);
  };
  return (
    <div
      ref={scroller}
      className={isWrapped ? 'json-tree wrap' : 'json-tree'}
      role="tree"
      tabIndex={0}
      aria-label="JSON"
      aria-activedescendant={rowId(active)}
      onKeyDown={onKeyDown}
    >
      <div className="lines-in" role="presentation" style={{ height: heightPx }}>
        {chunks.map((chunk) => (
          <div
            key={chunk.index}
            className="chunk"
            role="presentation"
            data-index={chunk.index}
            ref={measure}
            style={chunkStyle(chunk.startPx)}
          >
            {rows.slice(chunk.from, chunk.to).map((node, offset) => (
              <JsonRow
                key={node}
                id={rowId(node)}
                index={index}
                node={node}
                row={chunk.from + offset}
                level={(index.depths[node] ?? 0) - (index.depths[topNode(index)] ?? 0)}
                isUnfolded={tree.isUnfolded(node)}
                isActive={node === active}
                query={tree.hits?.isHit[node] ? tree.hits.query : ''}
                onChoose={() => {
                  onActive(node);
                  if (isFoldable(index, node)) toggle(node);
                }}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const chunkStyle = (startPx: number): CSSProperties => ({ transform: `translateY(${startPx}px)` });
