import { bytesOf, entryAt, isRounded, type ListingEntry } from './entry.ts';

const branch = /^((?:[│|][\s\u00a0]{3}|[\s\u00a0]{4})*)(?:├──|└──|\|--|`--|\+--|\\--|├─|└─)[\s\u00a0](.+)$/u;
const bracketed = /^\[([^\]]*)\][\s\u00a0]+(.+)$/u;

/** `[       4096]  .`: the root of a tree with sizes. */
export const isTreeRoot = (line: string): boolean => /^\[ *[\d.]+[KMGT]?\] +\.{0,2}\/?[^\s[\]]*$/.test(line);

export interface TreeLine {
  /** 0: directly below the root. */
  depth: number;
  name: string;
  size: number | null;
  /** The size as printed, where that was not in bytes. */
  roundedSize: string | null;
}

/** A line of `tree` begins with white space or one of its branch marks. */
const mayBeBranch = /^[\s│|├└`+\\]/;

/** Parses a line of `tree`; `null`: it is not one. */
export function treeLineOf(line: string): TreeLine | null {
  if (!mayBeBranch.test(line)) return null;
  const [, indent, text] = branch.exec(line) ?? [];
  if (indent === undefined || text === undefined) return null;
  const [, info, name] = bracketed.exec(text) ?? [];
  const size = info?.trim().split(/\s+/).at(-1) ?? '';
  return {
    depth: indent.length / 4,
    name: name ?? text,
    size: bytesOf(size),
    roundedSize: isRounded(size) ? size : null,
  };
}

/** `5 directories, 12 files` */
export const treeEnd = /^(\d+) director(?:y|ies)(?:, (\d+) files?)?$/;

/**
 * Joins the levels of a tree into paths: an entry is known to be a folder when the next line is nested below
 * it.
 * @param give receives the entries
 */
export function createTreeReader(give: (entry: ListingEntry) => void) {
  const above: string[] = [];
  let root = '';
  let current: { entry: ListingEntry; depth: number } | null = null;
  const release = (depth: number) => {
    const last = current;
    current = null;
    if (last) give(depth > last.depth ? { ...last.entry, isFolder: true, size: null } : last.entry);
  };
  return {
    branch({ depth, name, size, roundedSize }: TreeLine): void {
      release(depth);
      const entry = entryAt(name, null);
      above.length = Math.min(above.length, depth);
      above.push(entry?.path ?? name);
      const path = [...(root === '' ? [] : [root]), ...above].join('/');
      if (entry) current = { entry: { ...entry, path, size, roundedSize }, depth };
    },
    root(line: string): void {
      release(0);
      const name = bracketed.exec(line)?.[2] ?? line;
      above.length = 0;
      root = entryAt(name, true)?.path ?? '';
    },
    finish: (): void => release(0),
  };
}
