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
  const state = openEntryReader({ printed, isTree, isMarked, isOwn, areSeveral }, give);
  return {
    read: (line) => read(state, line),
    finish: () => state.tree.finish(),
    get strangeLines() {
      return state.strangeLines;
    },
    get hasOwnSizes() {
      return state.hasOwnSizes;
    },
    get totals() {
      return state.result;
    },
  };
}

const openEntryReader = (
  { printed, isTree, isMarked, isOwn, areSeveral }: ListingForm,
  give: (entry: ListingEntry) => void,
) => ({
  printed,
  isTree,
  isMarked,
  isOwn,
  areSeveral,
  give,
  /** In `ls -R`: the folder that the following entries are in. */
  folder: '',
  wasBlank: true,
  isBelowHeading: false,
  tree: createTreeReader(give),
  strangeLines: 0,
  hasOwnSizes: false,
  result: null as EntryReader['totals'],
});
type EntryReaderState = ReturnType<typeof openEntryReader>;

function giveInFolder(state: EntryReaderState, entry: ListingEntry | null) {
  if (!entry) return;
  if (state.isMarked) entry.path = entry.path.replace(/[*@=|]$/, '');
  if (state.folder !== '') entry.path = `${state.folder}/${entry.path}`;
  state.give(entry);
}

function readHeading(state: EntryReaderState, line: string): boolean {
  const [, named] = heading.exec(line) ?? [];
  if (named === undefined) return false;
  state.folder = named.replace(/^\.\/?/, '').replace(/\/$/, '');
  const entry = entryAt(named, true);
  if (entry) state.give(entry);
  return true;
}

function readNames(state: EntryReaderState, line: string) {
  if (isPath(line)) return giveInFolder(state, entryAt(line, null));
  const columns = line.trim().split(/\t| {2,}/);
  if (columns.length === 1 || !columns.every(isPath)) state.strangeLines += 1;
  else for (const name of columns) giveInFolder(state, entryAt(name, null));
}

function readEnd(state: EntryReaderState, line: string): boolean {
  const [, folders, files] = treeEnd.exec(line) ?? [];
  if (folders === undefined) return false;
  state.result = { folders: Number(folders), files: files === undefined ? null : Number(files) };
  return true;
}

function readSized(state: EntryReaderState, line: string): boolean {
  const { path, size } = readListingLine(line);
  const entry = path === line ? null : entryAt(path, false);
  if (!entry) return false;
  state.hasOwnSizes = true;
  // A link has no size, so an arrow is part of the name here.
  const { isLink: _, ...named } = entry;
  state.give(size === null ? entry : { ...named, path, size });
  return true;
}

function readForm(state: EntryReaderState, line: string, isFirst: boolean) {
  if (isLongLine(line)) return giveInFolder(state, longLineOf(line));
  const archived = archivedLineOf(line);
  if (archived) return state.give(archived);
  if (archiveFrame.test(line)) return;
  const branch = treeLineOf(line);
  if (branch && branch.depth < maxDepth) return state.tree.branch(branch);
  if (readEnd(state, line)) return;
  if (state.isTree || (isFirst && isTreeRoot(line))) return state.tree.root(line);
  if (total.test(line)) {
    // Without a heading above it, another command's listing begins.
    if (state.areSeveral && !state.isBelowHeading) state.folder = '';
    return;
  }
  if (isFirst && readHeading(state, line)) {
    state.isBelowHeading = true;
    return;
  }
  readNames(state, line);
}

function read(state: EntryReaderState, line: string) {
  const isFirst = state.wasBlank;
  state.wasBlank = blank.test(line);
  if (state.wasBlank) return;
  if (state.areSeveral && !total.test(line)) state.isBelowHeading = false;
  if (state.printed) {
    const entry = state.printed(line);
    if (entry) state.give(entry);
    else state.strangeLines += 1;
    return;
  }
  if (state.isOwn && readSized(state, line)) return;
  if (!state.isTree && plainPath.test(line)) giveInFolder(state, entryAt(line, null));
  else readForm(state, line, isFirst);
}

/** Whether a line of unknown format reads like a file name. */
const isPath = (line: string): boolean => {
  const [text = ''] = line.split(' -> ', 1);
  return text.length < 1_000 && !/ {2}|\t|[<>|"?]|: |[,;:]$/.test(text) && text.split(' ').length < 6;
};
