/** The keyboard's position in a tree. Rows are the visible ones, by index. */
export interface TreePosition {
  index: number;
  rowCount: number;
  /** Number of rows that fit at a time. */
  rowsInSight: number;
  /** `null`: it has nothing to fold. */
  isUnfolded: boolean | null;
  /** Its first child is the next row. */
  hasChildBelow: boolean;
  /** `null`: it is at the top level. */
  parentIndex: () => number | null;
}

/** The row to move to, or the new fold state of the current one. `null`: nothing happens. */
export type TreeMove = { to: number } | { isFolded: boolean } | null;

/**
 * What a key does in a tree (the treeview pattern of WAI-ARIA). Enter and Space are left to the tree itself.
 */
export function treeMove(key: string, at: TreePosition): TreeMove {
  const { index, rowCount, rowsInSight, isUnfolded } = at;
  if (rowCount === 0) return null;
  const go = (to: number): TreeMove => ({ to: Math.max(0, Math.min(rowCount - 1, to)) });
  switch (key) {
    case 'ArrowDown':
      return go(index + 1);
    case 'ArrowUp':
      return go(index - 1);
    case 'PageDown':
      return go(index + rowsInSight);
    case 'PageUp':
      return go(index - rowsInSight);
    case 'Home':
      return go(0);
    case 'End':
      return go(rowCount - 1);
    case 'ArrowRight':
      if (isUnfolded === false) return { isFolded: false };
      return isUnfolded && at.hasChildBelow ? go(index + 1) : null;
    case 'ArrowLeft': {
      if (isUnfolded) return { isFolded: true };
      const parent = at.parentIndex();
      return parent === null ? null : go(parent);
    }
    default:
      return null;
  }
}
