/** Where the keyboard is in a tree. Rows are those in sight, by their places. */
export interface TreePosition {
  index: number;
  rowCount: number;
  /** How many fit at a time. */
  rowsInSight: number;
  /** `null`: there is nothing in it to fold. */
  isUnfolded: boolean | null;
  /** Its first child is the next row. */
  hasChildBelow: boolean;
  /** `null`: it stands at the top. */
  parentIndex: () => number | null;
}

/** The row to go to, or what becomes of the one at hand. `null`: nothing. */
export type TreeMove = { to: number } | { isFolded: boolean } | null;

/** What a key does in a tree (the treeview pattern of WAI-ARIA). What Enter and the space bar do is the tree's own. */
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
