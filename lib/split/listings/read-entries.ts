import { type Entry, entryAt } from './entry.ts';
import { isLongLine, longLineOf } from './long-line.ts';
import { createTreeReader, treeEnd, treeLineOf } from './tree-line.ts';

export interface EntryReader {
  /** The entries of a line, which may be none. */
  read(line: string): Entry[];
  /** What is known only when no more comes. */
  finish(): Entry[];
  /** Lines that told nothing of a listing. */
  readonly strangeLines: number;
  /** What the program says there is, at its end. */
  readonly told: { folders: number; files: number | null } | null;
}

export interface ListingForm {
  /** `tree` printed it. */
  isTree: boolean;
  /** Names end in what they are: `a/`, `b*`, `c@`. */
  isMarked: boolean;
}

const depthHeld = 100;
const heading = /^(\S.*):$/;
const total = /^(?:total|insgesamt|итого|合計) [\d.,]+[KMGTP]?$/;

/** Reads lists of paths, `ls` in its forms, `find` and `tree`, told apart line by line. */
export function createEntryReader({ isTree, isMarked }: ListingForm): EntryReader {
  /** Of `ls -R`: the folder whose entries come. */
  let folder = '';
  let wasBlank = true;
  const tree = createTreeReader();
  let strangeLines = 0;
  let told: EntryReader['told'] = null;

  const inFolder = (entry: Entry | null): Entry[] => {
    if (!entry) return [];
    const path = isMarked ? entry.path.replace(/[*@=|]$/, '') : entry.path;
    return [{ ...entry, path: folder === '' ? path : `${folder}/${path}` }];
  };
  const readHeading = (line: string): Entry[] | null => {
    const [, named] = heading.exec(line) ?? [];
    if (named === undefined) return null;
    folder = named.replace(/^\.\/?/, '').replace(/\/$/, '');
    const entry = entryAt(named, true);
    return entry ? [entry] : [];
  };
  const readNames = (line: string): Entry[] => {
    if (isPath(line)) return inFolder(entryAt(line, null));
    const columns = line.trim().split(/\t| {2,}/);
    if (columns.length > 1 && columns.every(isPath))
      return columns.flatMap((name) => inFolder(entryAt(name, null)));
    strangeLines += 1;
    return [];
  };

  return {
    read(line) {
      if (line.trim() === '') {
        wasBlank = true;
        return [];
      }
      const isFirst = wasBlank;
      wasBlank = false;
      if (isLongLine(line)) return inFolder(longLineOf(line));
      const branch = treeLineOf(line);
      if (branch && branch.depth < depthHeld) return tree.branch(branch);
      const [, folders, files] = treeEnd.exec(line) ?? [];
      if (folders !== undefined) {
        told = { folders: Number(folders), files: files === undefined ? null : Number(files) };
        return [];
      }
      if (isTree) return tree.root(line);
      if (total.test(line)) return [];
      return (isFirst ? readHeading(line) : null) ?? readNames(line);
    },
    finish: () => tree.finish(),
    get strangeLines() {
      return strangeLines;
    },
    get told() {
      return told;
    },
  };
}

/** Text of no known form may be a name, if it reads like one. */
const isPath = (line: string): boolean => {
  const [text = ''] = line.split(' -> ', 1);
  return text.length < 1_000 && !/ {2}|\t|[<>|"?]|: |[,;:]$/.test(text) && text.split(' ').length < 6;
};
