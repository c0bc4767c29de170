import { readListingLine } from '#lib/core/algorithms/lines/listing-line.ts';

/** One entry of a listing, with its children. */
export interface TreeNode {
  /** Its name within its folder. */
  name: string;
  /** As listed, without the size or link target; a folder ends in `/`. */
  path: string;
  isFolder: boolean;
  /** `false`: a folder that occurs only as part of other paths. */
  isListed: boolean;
  /** Target of a link, as listed. */
  target: string | null;
  children: TreeNode[];
  /** Files and links in it, at any depth. */
  fileCount: number;
  /**
   * In bytes; for a folder, the sum of all files in it that have one. `null`: unknown, as for a folder that
   * was not read.
   */
  size: number | null;
}

/** A row of a tree: an entry and its depth. */
export interface TreeRow {
  node: TreeNode;
  /** From 1. */
  level: number;
  /** Its position among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
  parent: TreeNode | null;
}

const arrow = ' -> ';
const marks = /\/+$/;
/**
 * More than a workspace path can have. A deeper path is not treated as a listing entry and shown as it is.
 */
const maxLevels = 600;

/**
 * Parses a listing: one path per line, a folder ends in `/`, a link names its target, a file may have a size.
 * Folders that are only part of a path are created.
 */
export function treeNodes(lines: readonly string[]): TreeNode[] {
  const root: TreeNode = newNode('', '', true);
  const folders = new Map<string, TreeNode>([['', root]]);
  const folderOf = (path: string): TreeNode => {
    const known = folders.get(path);
    if (known) return known;
    const cut = path.replace(marks, '').lastIndexOf('/') + 1;
    const folder = newNode(path.slice(cut), path, true);
    folderOf(path.slice(0, cut)).children.push(folder);
    folders.set(path, folder);
    return folder;
  };
  for (const line of lines) {
    const { path: listed, size } = readListingLine(line);
    // Links have no size: with one, an arrow is part of the name.
    const arrowAt = size === null ? listed.indexOf(arrow) : -1;
    const path = arrowAt === -1 ? listed : listed.slice(0, arrowAt);
    if (path === '') continue;
    if (path.split('/', maxLevels + 1).length > maxLevels) {
      root.children.push({ ...newNode(path, path, false), size });
      continue;
    }
    if (path.endsWith('/')) {
      folderOf(path).isListed = true;
      continue;
    }
    const cut = path.lastIndexOf('/') + 1;
    const target = arrowAt === -1 ? null : listed.slice(arrowAt + arrow.length);
    folderOf(path.slice(0, cut)).children.push({ ...newNode(path.slice(cut), path, false), target, size });
  }
  sumUp(root);
  return root.children;
}

const newNode = (name: string, path: string, isFolder: boolean): TreeNode => ({
  name,
  path,
  isFolder,
  isListed: !isFolder,
  target: null,
  children: [],
  fileCount: 0,
  size: null,
});

/**
 * Sums up sizes. Links and deleted files have none and add nothing; a subfolder of unknown size makes the
 * folder's size unknown.
 */
function sumUp(folder: TreeNode): void {
  for (const child of folder.children) {
    if (child.isFolder) sumUp(child);
    folder.fileCount += child.isFolder ? child.fileCount : 1;
    if (child.size !== null) folder.size = (folder.size ?? 0) + child.size;
  }
  if (folder.children.some(({ isFolder, size }) => isFolder && size === null)) folder.size = null;
}

/** Folders from the top down that have no siblings: unfolding them one by one would be tedious. */
export function onlyFolders(nodes: readonly TreeNode[]): TreeNode[] {
  const folders: TreeNode[] = [];
  let [only, ...others] = nodes;
  while (only?.isFolder && others.length === 0) {
    folders.push(only);
    [only, ...others] = only.children;
  }
  return folders;
}

/** The visible rows: entries of unfolded folders for which `keeps` returns true. */
export function treeRows(
  nodes: readonly TreeNode[],
  isOpen: (node: TreeNode) => boolean,
  keeps: (node: TreeNode) => boolean = () => true,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (children: readonly TreeNode[], level: number, parent: TreeNode | null) => {
    const kept = children.filter(keeps);
    kept.forEach((node, index) => {
      rows.push({ node, level, position: index + 1, siblings: kept.length, parent });
      if (node.isFolder && isOpen(node)) visit(node.children, level + 1, node);
    });
  };
  visit(nodes, 1, null);
  return rows;
}

/** Entries whose path contains `text`, ignoring case, with their folders; only listed entries are counted. */
export function matchingNodes(
  nodes: readonly TreeNode[],
  text: string,
): { kept: ReadonlySet<TreeNode>; matchCount: number } {
  const wanted = text.toLowerCase();
  const kept = new Set<TreeNode>();
  let matchCount = 0;
  const visit = (node: TreeNode): boolean => {
    const isMatch = node.path.toLowerCase().includes(wanted);
    if (isMatch && node.isListed) matchCount += 1;
    const hasMatch = node.children.map(visit).includes(true);
    if (isMatch || hasMatch) kept.add(node);
    return isMatch || hasMatch;
  };
  nodes.forEach(visit);
  return { kept, matchCount };
}
