import type { TreeRow } from './tree-nodes.ts';

/** What a key does in a tree: the row to go to, and whether the folder at hand is opened or folded. */
export interface TreeMove {
  to: number;
  opens?: boolean;
}

/**
 * The keys of a tree, as the ARIA practices have them: right opens a folder or goes into it, left folds it or goes out of it.
 * `null`: it is no key of a tree.
 * @param pageRows rows in sight
 */
export function treeMove(
  key: string,
  at: number,
  rows: readonly TreeRow[],
  isOpen: (row: TreeRow) => boolean,
  pageRows: number,
): TreeMove | null {
  const row = rows[at];
  const to = (place: number): TreeMove => ({ to: Math.min(rows.length - 1, Math.max(0, place)) });
  if (!row) return null;
  const { isFolder } = row.node;
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + pageRows);
    case 'PageUp':
      return to(at - pageRows);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (!isFolder) return to(at);
      return isOpen(row) ? to(at + (rows[at + 1]?.parent === row.node ? 1 : 0)) : { to: at, opens: true };
    case 'ArrowLeft': {
      if (isFolder && isOpen(row)) return { to: at, opens: false };
      const parent = rows.findLastIndex(({ node }, place) => place < at && node === row.parent);
      return to(parent === -1 ? at : parent);
    }
    default:
      return null;
  }
}
