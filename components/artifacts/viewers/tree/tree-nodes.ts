import { readListingLine } from '../../../../lib/core/listing-line.ts';

/** One entry of a listing, with those in it. */
export interface TreeNode {
  /** What it is called in its folder. */
  name: string;
  /** As it is listed, without its size and what a link leads to; a folder ends in `/`. */
  path: string;
  isFolder: boolean;
  /** `false`: a folder that is only part of other paths. */
  isListed: boolean;
  /** Of a link: where it leads, in the words of the listing. */
  target: string | null;
  children: TreeNode[];
  /** Files and links in it, at any depth. */
  fileCount: number;
  /** In bytes; of a folder, of all files in it that have one. `null`: not known, as what is in a folder that was not looked into. */
  size: number | null;
}

/** A row of a tree: an entry, and how deep it stands. */
export interface TreeRow {
  node: TreeNode;
  /** From 1. */
  level: number;
  /** Its place among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
  parent: TreeNode | null;
}

const arrow = ' -> ';
const marks = /\/+$/;
/** More than a path of a workspace can have. What is deeper is no listing, and stands as it is. */
const maxLevels = 600;

/** Reads a listing: one path a line, a folder ends in `/`, a link names what it leads to, a file may have its size. Folders that are only part of a path are made. */
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
    // A link has no size: an arrow is of the name then.
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

/** What has no size beside others that have, a link or what had gone, adds nothing. */
function sumUp(folder: TreeNode): void {
  for (const child of folder.children) {
    if (child.isFolder) sumUp(child);
    folder.fileCount += child.isFolder ? child.fileCount : 1;
    if (child.size !== null) folder.size = (folder.size ?? 0) + child.size;
  }
  if (folder.children.some(({ isFolder, size }) => isFolder && size === null)) folder.size = null;
}

/** The folders that stand alone, from the top on: nobody is to unfold one after another to see the first entries. */
export function onlyFolders(nodes: readonly TreeNode[]): TreeNode[] {
  const folders: TreeNode[] = [];
  let [only, ...others] = nodes;
  while (only?.isFolder && others.length === 0) {
    folders.push(only);
    [only, ...others] = only.children;
  }
  return folders;
}

/** What is in sight: the entries of unfolded folders, and only those that `keeps` has something of. */
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

/** The entries whose path has `text` in it, in any case, with the folders they are in; those that are listed are counted. */
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
