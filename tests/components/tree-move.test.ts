import { expect, test } from 'vitest';
import { type TreePosition, treeMove } from '#components/artifacts/viewers/tree-move.ts';

const folder = { isUnfolded: true, hasChildBelow: true, parentIndex: () => 2 };
const move = (key: string, index: number, row: Partial<TreePosition> = folder) =>
  treeMove(key, { index: index, rowCount: 7, rowsInSight: 5, ...folder, ...row });

test('arrow keys move up and down a tree, and stop at its ends', () => {
  expect([move('ArrowDown', 0), move('ArrowDown', 6)]).toEqual([{ to: 1 }, { to: 6 }]);
  expect([move('ArrowUp', 0), move('ArrowUp', 3)]).toEqual([{ to: 0 }, { to: 2 }]);
  expect([move('PageDown', 1), move('PageDown', 4), move('PageUp', 4)]).toEqual([
    { to: 6 },
    { to: 6 },
    { to: 0 },
  ]);
  expect([move('Home', 5), move('End', 0)]).toEqual([{ to: 0 }, { to: 6 }]);
});

test('the right arrow unfolds, then moves in; the left arrow folds, then moves out', () => {
  expect(move('ArrowRight', 3, { isUnfolded: false })).toEqual({ isFolded: false });
  expect(move('ArrowRight', 3)).toEqual({ to: 4 });
  expect(move('ArrowRight', 3, { hasChildBelow: false })).toBeNull();
  expect(move('ArrowRight', 3, { isUnfolded: null })).toBeNull();
  expect(move('ArrowLeft', 3)).toEqual({ isFolded: true });
  expect(move('ArrowLeft', 3, { isUnfolded: false })).toEqual({ to: 2 });
  expect(move('ArrowLeft', 3, { isUnfolded: null })).toEqual({ to: 2 });
  expect(move('ArrowLeft', 0, { isUnfolded: false, parentIndex: () => null })).toBeNull();
});

test('other keys do nothing, and neither do keys in a tree without rows', () => {
  expect([move('x', 0), move('Enter', 0), move('ArrowDown', 0, { rowCount: 0 })]).toEqual([null, null, null]);
});
