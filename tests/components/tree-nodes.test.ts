import { describe, expect, test } from 'vitest';
import { treeMove } from '../../components/artifacts/tree/tree-keys.ts';
import {
  matchingNodes,
  type TreeNode,
  treeNodes,
  treeRows,
} from '../../components/artifacts/tree/tree-nodes.ts';

const listing = ['docs/', 'src/a.ts', 'src/deep/b.ts', 'README.md', 'now -> src/a.ts (not followed)', ''];
const told = (
  nodes: readonly TreeNode[],
  isOpen = (_: TreeNode) => true,
  keeps?: (node: TreeNode) => boolean,
) => treeRows(nodes, isOpen, keeps).map(({ level, node }) => `${level} ${node.name}`);

describe('a listing as a tree', () => {
  test('has the folders that paths are in, counts their files, and says where links lead', () => {
    const nodes = treeNodes(listing);
    expect(told(nodes)).toEqual(['1 docs/', '1 src/', '2 a.ts', '2 deep/', '3 b.ts', '1 README.md', '1 now']);
    expect(nodes.map(({ fileCount }) => fileCount)).toEqual([0, 2, 0, 0]);
    expect(nodes.at(-1)).toMatchObject({ path: 'now', target: 'src/a.ts (not followed)', isFolder: false });
  });

  test('shows nothing of a folded folder', () => {
    expect(told(treeNodes(listing), ({ name }) => name !== 'src/')).not.toContain('2 a.ts');
  });

  test('keeps what a filter finds, with the folders on the way', () => {
    const nodes = treeNodes(listing);
    const { kept, matchCount } = matchingNodes(nodes, 'B.TS');
    expect(matchCount).toBe(1);
    expect(told(nodes, undefined, (node) => kept.has(node))).toEqual(['1 src/', '2 deep/', '3 b.ts']);
  });

  test('takes a name for a name, whatever it is', () => {
    const nodes = treeNodes(['__proto__/constructor', '<script>/x', '//y', 'a//b']);
    expect(told(nodes)).toContain('2 constructor');
    expect(told(nodes)).toContain('1 <script>/');
    expect(treeRows(nodes, () => true).filter(({ node }) => !node.isFolder)).toHaveLength(4);
  });

  test('takes no path that is deeper than there can be apart', () => {
    const deep = `${'a/'.repeat(100_000)}b`;
    expect(treeNodes([deep, 'c'])).toMatchObject([{ name: deep, isFolder: false }, { name: 'c' }]);
  });

  test('of 20,000 entries is made in a moment', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `a${at % 100}/b${at % 1_000}/c${at}.ts`);
    const start = performance.now();
    expect(treeRows(treeNodes(lines), () => true)).toHaveLength(21_100);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('the keys of a tree', () => {
  const rows = treeRows(treeNodes(listing), () => true);
  const move = (key: string, at: number, isOpen = true) => treeMove(key, at, rows, () => isOpen, 5);
  test('go up and down and stay within', () => {
    expect(move('ArrowDown', 0)).toEqual({ to: 1 });
    expect(move('ArrowUp', 0)).toEqual({ to: 0 });
    expect(move('End', 0)).toEqual({ to: 6 });
    expect(move('PageDown', 4)).toEqual({ to: 6 });
  });
  test('open a folder, go into it, out of it, and fold it', () => {
    expect(move('ArrowRight', 1, false)).toEqual({ to: 1, opens: true });
    expect(move('ArrowRight', 1)).toEqual({ to: 2 });
    expect(move('ArrowRight', 0)).toEqual({ to: 0 });
    expect(move('ArrowLeft', 1)).toEqual({ to: 1, opens: false });
    expect(move('ArrowLeft', 4)).toEqual({ to: 3 });
    expect(move('ArrowLeft', 2)).toEqual({ to: 1 });
  });
  test('leave every other key alone', () => {
    expect(move('x', 0)).toBeNull();
  });
});
