import { readListingLine } from '../../core/listing-line.ts';
import { entryAt, type ListingEntry } from './entry.ts';
import { archivedLineOf, archiveFrame, isLongLine, longLineOf } from './long-line.ts';
import { createTreeReader, treeEnd, treeLineOf } from './tree-line.ts';

export interface EntryReader {
  read(line: string): void;
  /** Gives what is known only when no more comes. */
  finish(): void;
  /** Lines that told nothing of a listing. */
  readonly strangeLines: number;
  /** Sizes stood behind files, as in every listing of our own: nobody asked for them. */
  readonly hasOwnSizes: boolean;
  /** What the program says there is, at its end. */
  readonly totals: { folders: number; files: number | null } | null;
}

export interface ListingForm {
  /** Reads the lines of a format that was asked for; `null`: there is none. */
  printed: ((line: string) => ListingEntry | null) | null;
  /** `tree` printed it. */
  isTree: boolean;
  /** Names end in what they are: `a/`, `b*`, `c@`. */
  isMarked: boolean;
  /** Our own tool printed it: sizes may stand behind files. */
  isOwn: boolean;
}

const maxDepth = 100;
const heading = /^(\S.*):$/;
const blank = /^\s*$/;
const total = /^(?:total|insgesamt|итого|合計) [\d.,]+[KMGTP]?$/;

/** Nearly every line of a list of paths: no other form is of these alone. */
const plainPath = /^[\w./@+][\w./@+-]{0,998}$/;

/**
 * Reads lists of paths, `ls` in its forms, `find` and `tree`, told apart line by line.
 * @param give takes the entries as they come
 */
export function createEntryReader(
  { printed, isTree, isMarked, isOwn }: ListingForm,
  give: (entry: ListingEntry) => void,
): EntryReader {
  /** Of `ls -R`: the folder whose entries come. */
  let folder = '';
  let wasBlank = true;
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
    // A link has no size: an arrow is of the name then.
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
    if (isTree) return tree.root(line);
    if (total.test(line) || (isFirst && readHeading(line))) return;
    readNames(line);
  };

  return {
    read(line) {
      const isFirst = wasBlank;
      wasBlank = blank.test(line);
      if (wasBlank) return;
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

/** Text of no known form may be a name, if it reads like one. */
const isPath = (line: string): boolean => {
  const [text = ''] = line.split(' -> ', 1);
  return text.length < 1_000 && !/ {2}|\t|[<>|"?]|: |[,;:]$/.test(text) && text.split(' ').length < 6;
};
