import { bytesOf, entryAt, isRounded, type ListingEntry } from './entry.ts';

const branch = /^((?:[│|][\s\u00a0]{3}|[\s\u00a0]{4})*)(?:├──|└──|\|--|`--|\+--|\\--|├─|└─)[\s\u00a0](.+)$/u;
const bracketed = /^\[([^\]]*)\][\s\u00a0]+(.+)$/u;

export interface TreeLine {
  /** 0: right below the root. */
  depth: number;
  name: string;
  size: number | null;
  /** As it was printed, where that was not in bytes. */
  roundedSize: string | null;
}

/** A line of `tree` begins with a blank or one of its marks. */
const mayBeBranch = /^[\s│|├└`+\\]/;

/** A line of `tree`; `null`: it is none. */
export function treeLineOf(line: string): TreeLine | null {
  if (!mayBeBranch.test(line)) return null;
  const [, indent, text] = branch.exec(line) ?? [];
  if (indent === undefined || text === undefined) return null;
  const [, info, name] = bracketed.exec(text) ?? [];
  const message = info?.trim().split(/\s+/).at(-1) ?? '';
  return {
    depth: indent.length / 4,
    name: name ?? text,
    size: bytesOf(message),
    roundedSize: isRounded(message) ? message : null,
  };
}

/** `5 directories, 12 files` */
export const treeEnd = /^(\d+) director(?:y|ies)(?:, (\d+) files?)?$/;

/**
 * Puts paths together: an entry is known to be a folder when the next one stands below it.
 * @param give takes the entries
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
