import { isFoldable, type JsonIndex, type NodeId } from './json-index.ts';

/** What a key does in a tree (the treeview pattern of WAI-ARIA). `null`: nothing. */
export type TreeMove = { to: NodeId } | { fold: NodeId; isFolded: boolean } | null;

export function treeMove(
  key: string,
  at: { index: JsonIndex; rows: readonly NodeId[]; place: number; rowsInSight: number; isUnfolded: boolean },
): TreeMove {
  const { index, rows, place } = at;
  const node = rows[place] ?? 0;
  const go = (next: number): TreeMove => {
    const to = rows[Math.max(0, Math.min(rows.length - 1, next))];
    return to === undefined ? null : { to };
  };
  const canFold = isFoldable(index, node);
  switch (key) {
    case 'ArrowDown':
      return go(place + 1);
    case 'ArrowUp':
      return go(place - 1);
    case 'PageDown':
      return go(place + at.rowsInSight);
    case 'PageUp':
      return go(place - at.rowsInSight);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      if (!canFold) return null;
      return at.isUnfolded ? go(place + 1) : { fold: node, isFolded: false };
    case 'ArrowLeft':
      if (canFold && at.isUnfolded) return { fold: node, isFolded: true };
      return place === 0 ? null : { to: index.parents[node] ?? 0 };
    case 'Enter':
    case ' ':
      return canFold ? { fold: node, isFolded: at.isUnfolded } : null;
    default:
      return null;
  }
}

/** Where a node stands among the rows, or what it is folded away in. Rows are in the order of the document. */
export function placeOf(rows: readonly NodeId[], node: NodeId): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle] ?? 0) <= node) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
