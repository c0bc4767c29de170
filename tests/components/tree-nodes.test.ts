import { describe, expect, test } from 'vitest';
import {
  matchingNodes,
  onlyFolders,
  type TreeNode,
  treeNodes,
  treeRows,
} from '#components/artifacts/viewers/tree/tree-nodes.ts';
import { expectLinear } from '../support/expect-linear.ts';

const listing = ['docs/', 'src/a.ts', 'src/deep/b.ts', 'README.md', 'now -> src/a.ts (not followed)', ''];
const report = (
  nodes: readonly TreeNode[],
  isOpen = (_: TreeNode) => true,
  keeps?: (node: TreeNode) => boolean,
) => treeRows(nodes, isOpen, keeps).map(({ level, node }) => `${level} ${node.name}`);

describe('a listing as a tree', () => {
  test('has the folders of all paths, counts their files, and shows link targets', () => {
    const nodes = treeNodes(listing);
    expect(report(nodes)).toEqual([
      '1 docs/',
      '1 src/',
      '2 a.ts',
      '2 deep/',
      '3 b.ts',
      '1 README.md',
      '1 now',
    ]);
    expect(nodes.map(({ fileCount }) => fileCount)).toEqual([0, 2, 0, 0]);
    expect(nodes.at(-1)).toMatchObject({ path: 'now', target: 'src/a.ts (not followed)', isFolder: false });
  });

  test('hides the content of a folded folder', () => {
    expect(report(treeNodes(listing), ({ name }) => name !== 'src/')).not.toContain('2 a.ts');
  });

  test('finds the folders that are the only entry of their level, above the first files', () => {
    expect(
      onlyFolders(treeNodes(['a/b/c/x.ts', 'a/b/c/y.ts', 'a/b/c/d/z.ts'])).map(({ path }) => path),
    ).toEqual(['a/', 'a/b/', 'a/b/c/']);
    expect(onlyFolders(treeNodes(['a/x.ts', 'b/y.ts']))).toEqual([]);
    expect(onlyFolders(treeNodes(['x.ts']))).toEqual([]);
    expect(onlyFolders(treeNodes(['a/']))).toHaveLength(1);
  });

  test('keeps what a filter matches, with its folders', () => {
    const nodes = treeNodes(listing);
    const { kept, matchCount } = matchingNodes(nodes, 'B.TS');
    expect(matchCount).toBe(1);
    expect(report(nodes, undefined, (node) => kept.has(node))).toEqual(['1 src/', '2 deep/', '3 b.ts']);
  });

  test('counts only listed entries: a folder that is only part of a path is not one', () => {
    const nodes = treeNodes(['docs/', 'docs/a.md', 'src/docs/b.md']);
    expect(matchingNodes(nodes, 'docs').matchCount).toBe(3);
    expect(matchingNodes(nodes, 'src').matchCount).toBe(1);
  });

  test('treats an entry with a size as a file, never as a link, whatever its name', () => {
    const [folder, file, link] = treeNodes(['a -> b/c.ts\t5', 'd -> e\t7', 'f -> g']);
    expect(folder).toMatchObject({ path: 'a -> b/', isFolder: true, size: 5 });
    expect(file).toMatchObject({ path: 'd -> e', target: null, size: 7 });
    expect(link).toMatchObject({ path: 'f', target: 'g', size: null });
  });

  test('has the listed sizes, and their sums for folders', () => {
    const nodes = treeNodes([
      'src/a.ts\t1204',
      'src/deep/b.ts\t96',
      'src/deep/gone.ts',
      'c\t7\t10',
      'now -> c',
    ]);
    const sized = treeRows(nodes, () => true).map(({ node }) => [node.path, node.size]);
    expect(sized).toEqual([
      ['src/', 1_300],
      ['src/a.ts', 1_204],
      ['src/deep/', 96],
      ['src/deep/b.ts', 96],
      ['src/deep/gone.ts', null],
      ['c\t7', 10],
      ['now', null],
    ]);
  });

  test('has no size for a folder that was not listed, nor for one around it', () => {
    const nodes = treeNodes(['lib/core/', 'lib/a.ts\t5', 'old/a.ts']);
    expect(nodes.map(({ path, size }) => [path, size])).toEqual([
      ['lib/', null],
      ['old/', null],
    ]);
  });

  test('accepts any name as a name', () => {
    const nodes = treeNodes(['__proto__/constructor', '<script>/x', '//y', 'a//b']);
    expect(report(nodes)).toContain('2 constructor');
    expect(report(nodes)).toContain('1 <script>/');
    expect(treeRows(nodes, () => true).filter(({ node }) => !node.isFolder)).toHaveLength(4);
  });

  test('does not divide a path that is deeper than a path can be', () => {
    const deep = `${'a/'.repeat(100_000)}b`;
    expect(treeNodes([deep, 'c'])).toMatchObject([{ name: deep, isFolder: false }, { name: 'c' }]);
  });

  test('of 20,000 entries is built in linear time', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `a${at % 100}/b${at % 1_000}/c${at}.ts`);
    const rowsOf = (count: number) => treeRows(treeNodes(lines.slice(0, count)), () => true);
    await expectLinear(lines.length, rowsOf);
    const rows = rowsOf(lines.length);
    expect(rows).toHaveLength(21_100);
    expect(rows.slice(0, 3).map(({ level, node }) => [level, node.path, node.fileCount])).toEqual([
      [1, 'a0/', 200],
      [2, 'a0/b0/', 20],
      [3, 'a0/b0/c0.ts', 0],
    ]);
  });
});
