import { readListingLine } from '#lib/core/algorithms/lines/listing-line.ts';
import { entryAt, type ListingEntry } from './entry.ts';
import { archivedLineOf, archiveFrame, isLongLine, longLineOf } from './long-line.ts';
import { createTreeReader, isTreeRoot, treeEnd, treeLineOf } from './tree-line.ts';

export interface EntryReader {
  read(line: string): void;
  /** Passes on entries that could only be completed once no more lines come. */
  finish(): void;
  /** Number of lines not recognised as part of a listing. */
  readonly strangeLines: number;
  /** Sizes followed the file names, as in every listing of Vitrine's own tool: nobody asked for them. */
  readonly hasOwnSizes: boolean;
  /** The totals the program prints at its end. */
  readonly totals: { folders: number; files: number | null } | null;
}

export interface ListingForm {
  /** Reads lines of a custom format (`find -printf`); `null`: none was given. */
  printed: ((line: string) => ListingEntry | null) | null;
  /** `tree` printed it. */
  isTree: boolean;
  /** Names end with a type mark: `a/`, `b*`, `c@`. */
  isMarked: boolean;
  /** Several commands printed their listings one after another. */
  areSeveral: boolean;
  /** Vitrine's own tool printed it, so sizes may follow file names. */
  isOwn: boolean;
}

const maxDepth = 100;
const heading = /^(\S.*):$/;
const blank = /^\s*$/;
const total = /^(?:total|insgesamt|итого|合計) [\d.,]+[KMGTP]?$/;

/** Matches nearly every line of a list of paths; no other format consists only of these characters. */
const plainPath = /^[\w./@+][\w./@+-]{0,998}$/;

/**
 * Reads lists of paths, `ls` in its formats, `find` and `tree`; the format is detected line by line.
 * @param give receives the entries in order
 */
export function createEntryReader(
  { printed, isTree, isMarked, isOwn, areSeveral }: ListingForm,
  give: (entry: ListingEntry) => void,
): EntryReader {
  /** In `ls -R`: the folder that the following entries are in. */
  let folder = '';
  let wasBlank = true;
  let isBelowHeading = false;
  const tree = createTreeReader(give);
  let strangeLines = 0;
  let hasOwnSizes = false;
  let result: EntryReader['totals'] = null;

  const giveInFolder = (entry: ListingEntry | null) => {
    if (!entry) return;
    if (isMarked) entry.path = entry.path.replace(/[*@=|]$/, '');
    if (folder !== '') entry.path = `${folder}/${entry.path}`;
    give(entry);
  };
  const readHeading = (line: string): boolean => {
    const [, named] = heading.exec(line) ?? [];
    if (named === undefined) return false;
    folder = named.replace(/^\.\/?/, '').replace(/\/$/, '');
    const entry = entryAt(named, true);
    if (entry) give(entry);
    return true;
  };
  const readNames = (line: string) => {
    if (isPath(line)) return giveInFolder(entryAt(line, null));
    const columns = line.trim().split(/\t| {2,}/);
    if (columns.length === 1 || !columns.every(isPath)) strangeLines += 1;
    else for (const name of columns) giveInFolder(entryAt(name, null));
  };
  const readEnd = (line: string): boolean => {
    const [, folders, files] = treeEnd.exec(line) ?? [];
    if (folders === undefined) return false;
    result = { folders: Number(folders), files: files === undefined ? null : Number(files) };
    return true;
  };
  const readSized = (line: string): boolean => {
    const { path, size } = readListingLine(line);
    const entry = path === line ? null : entryAt(path, false);
    if (!entry) return false;
    hasOwnSizes = true;
    // A link has no size, so an arrow is part of the name here.
    const { isLink: _, ...named } = entry;
    give(size === null ? entry : { ...named, path, size });
    return true;
  };
  const readForm = (line: string, isFirst: boolean) => {
    if (isLongLine(line)) return giveInFolder(longLineOf(line));
    const archived = archivedLineOf(line);
    if (archived) return give(archived);
    if (archiveFrame.test(line)) return;
    const branch = treeLineOf(line);
    if (branch && branch.depth < maxDepth) return tree.branch(branch);
    if (readEnd(line)) return;
    if (isTree || (isFirst && isTreeRoot(line))) return tree.root(line);
    if (total.test(line)) {
      // Without a heading above it, another command's listing begins.
      if (areSeveral && !isBelowHeading) folder = '';
      return;
    }
    if (isFirst && readHeading(line)) {
      isBelowHeading = true;
      return;
    }
    readNames(line);
  };

  return {
    read(line) {
      const isFirst = wasBlank;
      wasBlank = blank.test(line);
      if (wasBlank) return;
      if (areSeveral && !total.test(line)) isBelowHeading = false;
      if (printed) {
        const entry = printed(line);
        if (entry) give(entry);
        else strangeLines += 1;
        return;
      }
      if (isOwn && readSized(line)) return;
      if (!isTree && plainPath.test(line)) giveInFolder(entryAt(line, null));
      else readForm(line, isFirst);
    },
    finish: () => tree.finish(),
    get strangeLines() {
      return strangeLines;
    },
    get hasOwnSizes() {
      return hasOwnSizes;
    },
    get totals() {
      return result;
    },
  };
}

/** Whether a line of unknown format reads like a file name. */
const isPath = (line: string): boolean => {
  const [text = ''] = line.split(' -> ', 1);
  return text.length < 1_000 && !/ {2}|\t|[<>|"?]|: |[,;:]$/.test(text) && text.split(' ').length < 6;
};
