import { copyString } from '../copy-string.ts';
import { createTally } from '../tally.ts';
import type { ValueSink } from './value-sink.ts';

/** A folder and the files directly inside it. */
export interface TreeFolder {
  path: string;
  count: number;
  /** The first ones, in order of appearance. */
  names: readonly string[];
}

/** Collects a file tree given as nested objects. */
export interface FileTree extends ValueSink {
  readonly fileCount: number;
  readonly folderCount: number;
  /** Most files first; limited to the first `maxFolders` folders. */
  folders(): TreeFolder[];
  /** File extensions with counts, most first. */
  endings(): { name: string; count: number }[];
}

const maxFolders = 1_000;
const maxNames = 12;
const maxEndingsShown = 6;
const longestName = 200;
const deepest = 200;

const kindField = /"(?:type|kind)"\s{0,9}:\s{0,9}"(?:directory|dir|folder|file)"/;
const nameField = /"(?:name|path)"\s{0,9}:\s{0,9}"/;
const inside = /^(?:children|contents|entries|files|items|nodes)$/;

/**
 * Whether objects have a name, say that they are files or folders, and contain others, like directory trees
 * of tools (`tree -J`).
 */
export function looksLikeFileTree(head: string): boolean {
  const start = head.slice(0, 400);
  return (
    kindField.test(start) && nameField.test(start) && /"(?:children|contents|entries)"\s{0,9}:/.test(head)
  );
}

interface Opened {
  isArray: boolean;
  name: string;
  kind: string;
  path: string;
  isReported: boolean;
}

/** What was read so far. */
interface TreeState {
  readonly open: Opened[];
  readonly folders: Map<string, { count: number; names: string[] }>;
  readonly endings: ReturnType<typeof createTally>;
  depth: number;
  key: string;
  fileCount: number;
  folderCount: number;
}

/** Collects which files are in which folder; entries that are neither (a report at the end) are left out. */
export function createFileTree(): FileTree {
  const tree: TreeState = {
    open: [],
    folders: new Map<string, { count: number; names: string[] }>(),
    endings: createTally(500),
    depth: 0,
    key: '',
    fileCount: 0,
    folderCount: 0,
  };
  return {
    get fileCount() {
      return tree.fileCount;
    },
    get folderCount() {
      return tree.folderCount;
    },
    folders: () =>
      [...tree.folders].map(([path, result]) => ({ path, ...result })).toSorted((a, b) => b.count - a.count),
    endings: () => tree.endings.top(maxEndingsShown),
    openObject: () => begin(tree, false),
    openArray: () => begin(tree, true),
    close() {
      tree.depth -= 1;
      if (tree.depth >= tree.open.length) return;
      const closed = tree.open.pop();
      if (closed) end(tree, closed);
    },
    key(name) {
      tree.key = name;
    },
    string(start) {
      const object = tree.open.at(-1);
      if (!object || object.isArray) return;
      if (tree.key === 'name' || tree.key === 'path') object.name ||= lastPart(start.slice(0, longestName));
      else if (tree.key === 'type' || tree.key === 'kind') object.kind = start;
    },
    number: () => undefined,
    literal: () => undefined,
  };
}

function folderAround(tree: TreeState): string {
  for (let index = tree.open.length - 1; index >= 0; index -= 1) {
    const { isArray, path } = tree.open[index] ?? { isArray: false, path: '' };
    if (isArray) return path;
  }
  return '';
}

function reportFolder(tree: TreeState, folder: Opened): void {
  if (folder.isReported) return;
  folder.isReported = true;
  const around = folderAround(tree);
  folder.path = folder.name === '.' || folder.name === '' ? around : `${around}${folder.name}/`;
  if (folder.name !== '.' && folder.name !== '') tree.folderCount += 1;
}

function reportFile(tree: TreeState, { name }: Opened): void {
  tree.fileCount += 1;
  const dot = name.lastIndexOf('.');
  if (dot > 0) tree.endings.add(name.slice(dot));
  const path = folderAround(tree);
  const known = tree.folders.get(path);
  if (known) {
    known.count += 1;
    if (known.names.length < maxNames) known.names.push(copyString(name));
  } else if (tree.folders.size < maxFolders)
    tree.folders.set(copyString(path), { count: 1, names: [copyString(name)] });
}

function begin(tree: TreeState, isArray: boolean): void {
  tree.depth += 1;
  if (tree.open.length >= deepest) return;
  const around = tree.open.at(-1);
  let path = '';
  if (isArray && around && !around.isArray && inside.test(tree.key)) {
    reportFolder(tree, around);
    path = around.path;
  }
  tree.open.push({ isArray, name: '', kind: '', path, isReported: false });
}

function end(tree: TreeState, closed: Opened): void {
  if (closed.isArray || closed.isReported || closed.name === '') return;
  if (/^(?:dir|folder|tree)/.test(closed.kind)) reportFolder(tree, closed);
  else if (/^(?:file|link|symlink|blob)/.test(closed.kind)) reportFile(tree, closed);
}

const lastPart = (path: string): string => {
  const whole = path.replace(/\/+$/, '');
  return whole.slice(whole.lastIndexOf('/') + 1);
};
