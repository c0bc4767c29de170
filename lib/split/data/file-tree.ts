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

/** Collects which files are in which folder; entries that are neither (a report at the end) are left out. */
export function createFileTree(): FileTree {
  const open: Opened[] = [];
  const folders = new Map<string, { count: number; names: string[] }>();
  const endings = createTally(500);
  let depth = 0;
  let key = '';
  let fileCount = 0;
  let folderCount = 0;

  const folderAround = (): string => {
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const { isArray, path } = open[index] ?? { isArray: false, path: '' };
      if (isArray) return path;
    }
    return '';
  };
  const reportFolder = (folder: Opened) => {
    if (folder.isReported) return;
    folder.isReported = true;
    const around = folderAround();
    folder.path = folder.name === '.' || folder.name === '' ? around : `${around}${folder.name}/`;
    if (folder.name !== '.' && folder.name !== '') folderCount += 1;
  };
  const reportFile = ({ name }: Opened) => {
    fileCount += 1;
    const dot = name.lastIndexOf('.');
    if (dot > 0) endings.add(name.slice(dot));
    const path = folderAround();
    const known = folders.get(path);
    if (known) {
      known.count += 1;
      if (known.names.length < maxNames) known.names.push(copyString(name));
    } else if (folders.size < maxFolders)
      folders.set(copyString(path), { count: 1, names: [copyString(name)] });
  };
  const begin = (isArray: boolean) => {
    depth += 1;
    if (open.length >= deepest) return;
    const around = open.at(-1);
    let path = '';
    if (isArray && around && !around.isArray && inside.test(key)) {
      reportFolder(around);
      path = around.path;
    }
    open.push({ isArray, name: '', kind: '', path, isReported: false });
  };
  const end = (closed: Opened) => {
    if (closed.isArray || closed.isReported || closed.name === '') return;
    if (/^(?:dir|folder|tree)/.test(closed.kind)) reportFolder(closed);
    else if (/^(?:file|link|symlink|blob)/.test(closed.kind)) reportFile(closed);
  };
  return {
    get fileCount() {
      return fileCount;
    },
    get folderCount() {
      return folderCount;
    },
    folders: () =>
      [...folders].map(([path, result]) => ({ path, ...result })).toSorted((a, b) => b.count - a.count),
    endings: () => endings.top(maxEndingsShown),
    openObject: () => begin(false),
    openArray: () => begin(true),
    close() {
      depth -= 1;
      if (depth >= open.length) return;
      const closed = open.pop();
      if (closed) end(closed);
    },
    key(name) {
      key = name;
    },
    string(start) {
      const object = open.at(-1);
      if (!object || object.isArray) return;
      if (key === 'name' || key === 'path') object.name ||= lastPart(start.slice(0, longestName));
      else if (key === 'type' || key === 'kind') object.kind = start;
    },
    number: () => undefined,
    literal: () => undefined,
  };
}

const lastPart = (path: string): string => {
  const whole = path.replace(/\/+$/, '');
  return whole.slice(whole.lastIndexOf('/') + 1);
};
