import { copyString } from '../copy-string.ts';
import { takeFirst } from '../take-first.ts';
import { createTally, type Tally } from '../tally.ts';
import type { ListingEntry } from './entry.ts';

/** Figures of a whole listing. */
export interface Listing {
  /** Of so many listings, in each of which a name is counted once. */
  listings: number;
  files: number;
  folders: number;
  /** How many of the files are links. */
  links: number;
  /** Bytes of all files; `null`: not reported. */
  size: number | null;
  /** Sizes were printed as `4.0K`. */
  isRounded: boolean;
  /** The folder that contains everything; '' if there is none. */
  root: string;
  /** Number of files below each top folder. */
  tops: Tally;
  /** The same for the folder that has most of the files; `null`: none has. */
  inner: { folder: string; tops: Tally } | null;
  extensions: Tally;
  /** Files inside folders with an extension no other file has, up to the number shown. */
  singular: string[];
  /** The largest files first. */
  largest: ListingEntry[];
  /** Files without content, the first ones, and how many there are. */
  empty: { count: number; entries: ListingEntry[] };
  /** The smallest file that has content. */
  smallest: ListingEntry | null;
  /** The least recent; `null` where `newest` is empty. */
  oldest: ListingEntry | null;
  /** The most recent first; empty if all have the same time, or times are not reported in full. */
  newest: ListingEntry[];
  /** The first entries, in order of appearance. */
  entries: ListingEntry[];
  /** Entries directly in `root`, kept even if the first entries are all deeper, up to a limit. */
  topEntries: ListingEntry[];
  /** Folders by the number of files directly in them, the fullest first. */
  fullest: { path: string; count: number }[];
}

export interface ListingFigures {
  /** Keeps the entry object itself. */
  add(entry: ListingEntry): void;
  finish(): Listing;
}

/** `implied`: a folder that only appears in paths, and has not been listed itself. */
type Kind = 'file' | 'folder' | 'implied';

/** Paths whose kind is tracked; beyond this limit a folder may be counted as a file. */
const maxPaths = 100_000;
export const maxEntries = 400;
const maxTop = 5;
const maxFullest = 8;
const maxExtensions = 200;
const levels = 16;

/** Figures of the entries so far. */
interface FiguresState {
  readonly areSeveral: boolean;
  readonly kinds: Map<string, Kind>;
  /** Number of files directly in each folder, in order of first appearance. */
  readonly filesIn: Map<string, { count: number }>;
  readonly extensions: Tally;
  /** The first file of each extension. */
  readonly firstOf: Map<string, string>;
  readonly entries: ListingEntry[];
  /** The first entries by depth (number of folders they are in). */
  readonly shallow: readonly ListingEntry[][];
  readonly largest: ListingEntry[];
  readonly newest: ListingEntry[];
  readonly empty: Listing['empty'];
  smallest: ListingEntry | null;
  oldest: ListingEntry | null;
  listings: number;
  files: number;
  folders: number;
  links: number;
  impliedFolders: number;
  size: number | null;
  isRounded: boolean;
  date: string | null;
  datesDiffer: boolean;
  /** Folder of the last entry, cached because neighbours are mostly in the same one. */
  folder: string;
  nameStart: number;
  depth: number;
  inFolder: { count: number } | null;
  /** The folder around all entries; `null` before the first. */
  common: string | null;
}

const noFigures = (areSeveral: boolean): FiguresState => ({
  areSeveral,
  kinds: new Map(),
  filesIn: new Map(),
  extensions: createTally(),
  firstOf: new Map(),
  entries: [],
  shallow: Array.from({ length: levels }, (): ListingEntry[] => []),
  largest: [],
  newest: [],
  empty: { count: 0, entries: [] },
  smallest: null,
  oldest: null,
  listings: 1,
  files: 0,
  folders: 0,
  links: 0,
  impliedFolders: 0,
  size: null,
  isRounded: false,
  date: null,
  datesDiffer: false,
  folder: '',
  nameStart: 0,
  depth: 0,
  inFolder: null,
  common: null,
});

/** @param areSeveral whether an entry that comes again is another listing's */
export function createListingFigures(areSeveral = false): ListingFigures {
  const figures = noFigures(areSeveral);
  return {
    add: (entry) => add(figures, entry),
    finish: () => finish(figures),
  };
}

function add(figures: FiguresState, entry: ListingEntry): void {
  entry.path = copyString(entry.path);
  const { path } = entry;
  let known = figures.kinds.get(path);
  if (figures.areSeveral && (known === 'file' || known === 'folder')) {
    figures.kinds.clear();
    known = undefined;
    figures.listings += 1;
  }
  if (known === 'file' && entry.isFolder) becomeFolder(figures, path);
  if (known === 'file' || known === 'folder') return;
  const isFolder = entry.isFolder ?? known === 'implied';
  if (known === 'implied') figures.impliedFolders -= 1;
  if (known === 'implied' || figures.kinds.size < maxPaths)
    figures.kinds.set(path, isFolder ? 'folder' : 'file');
  figures.common ??= folderOf(path);
  if (!isInFolder(figures, path)) enter(figures, path);
  if (figures.entries.length < maxEntries) figures.entries.push(entry);
  const neighbours = figures.shallow[figures.depth];
  if (neighbours && neighbours.length < maxEntries) neighbours.push(entry);
  if (isFolder) figures.folders += 1;
  else {
    figures.files += 1;
    if (entry.isLink) figures.links += 1;
    figures.inFolder ??= countedIn(figures, figures.folder);
    figures.inFolder.count += 1;
    const extension = extensionOf(path, figures.nameStart);
    figures.extensions.add(extension);
    if (figures.firstOf.size < maxExtensions && !figures.firstOf.has(extension))
      figures.firstOf.set(extension, path);
    measure(figures, entry);
  }
}

function finish(figures: FiguresState): Listing {
  const tops = talliesOfTops(figures.filesIn);
  const level = tops.findIndex((tally) => tally.distinct !== 1);
  const chosen = tops[Math.max(0, level)] ?? createTally();
  const root = level > 0 ? (tops[level - 1]?.top(1)[0]?.name ?? '') : '';
  const withKind = (entry: ListingEntry) => {
    const known = figures.kinds.get(entry.path);
    if (known !== undefined) entry.isFolder = known === 'folder';
    return entry;
  };
  const isWhole = root === '' || (tops[level - 1]?.total ?? 0) === figures.files;
  const shownRoot = isWhole ? root : '';
  const shownTops = isWhole ? chosen : (tops[0] ?? chosen);
  // The folders around everything are in the paths only because the listing began there.
  const outer = impliedAround(figures.kinds, figures.common ?? '');
  return {
    listings: figures.listings,
    files: figures.files,
    folders: figures.folders + figures.impliedFolders - outer,
    links: figures.links,
    fullest: takeFirst(figures.filesIn, maxFullest, ([, a], [, b]) => b.count - a.count).map(
      ([path, { count }]) => ({
        path,
        count,
      }),
    ),
    size: figures.size,
    isRounded: figures.isRounded,
    root: shownRoot,
    tops: shownTops,
    inner: innerOf(figures.filesIn, shownTops, figures.files),
    extensions: figures.extensions,
    singular: [...figures.firstOf]
      .filter(
        ([extension, path]) =>
          extension !== '' && figures.extensions.get(extension) === 1 && isDeeper(path, shownRoot),
      )
      .map(([, path]) => path),
    largest: figures.largest,
    empty: figures.empty,
    smallest: figures.smallest,
    oldest: figures.datesDiffer ? figures.oldest : null,
    newest: figures.datesDiffer ? figures.newest : [],
    entries: figures.entries.map(withKind),
    topEntries: (figures.shallow[shownRoot === '' ? 0 : shownRoot.split('/').length] ?? []).map(withKind),
  };
}

function countedIn(figures: FiguresState, path: string): { count: number } {
  const known = figures.filesIn.get(path);
  if (known) return known;
  const counted = { count: 0 };
  if (figures.filesIn.size < maxPaths) figures.filesIn.set(path, counted);
  return counted;
}

const isInFolder = (figures: FiguresState, path: string): boolean =>
  (figures.nameStart === 0 ||
    (path.startsWith('/', figures.nameStart - 1) && path.startsWith(figures.folder))) &&
  !path.includes('/', figures.nameStart);
/** Corrects a folder that was first listed as a file. */
function becomeFolder(figures: FiguresState, path: string): void {
  figures.kinds.set(path, 'folder');
  countedIn(figures, folderOf(path)).count -= 1;
  figures.extensions.add(extensionOf(path, path.lastIndexOf('/') + 1), -1);
  figures.files -= 1;
  figures.folders += 1;
}

function enter(figures: FiguresState, path: string): void {
  figures.folder = copyString(folderOf(path));
  figures.nameStart = path.lastIndexOf('/') + 1;
  figures.depth = slashesIn(path);
  figures.inFolder = null;
  figures.common = sharedFolder(figures.common ?? figures.folder, figures.folder);
  // If a folder is known, so are the folders around it.
  for (let around = figures.folder; around !== '' && imply(figures, around); ) around = folderOf(around);
}

/** @returns whether the path was unknown before */
function imply(figures: FiguresState, path: string): boolean {
  const known = figures.kinds.get(path);
  if (known === 'file') becomeFolder(figures, path);
  if (known !== undefined || figures.kinds.size >= maxPaths) return false;
  figures.kinds.set(path, 'implied');
  figures.impliedFolders += 1;
  return true;
}

function measure(figures: FiguresState, entry: ListingEntry): void {
  if (entry.size !== null) {
    figures.size = (figures.size ?? 0) + entry.size;
    figures.isRounded ||= entry.roundedSize !== null;
    insert(figures.largest, entry, (a, b) => (b.size ?? 0) - (a.size ?? 0));
    if (entry.size === 0) {
      figures.empty.count += 1;
      if (figures.empty.entries.length < maxTop) figures.empty.entries.push(entry);
    } else if (!entry.isLink && entry.size < (figures.smallest?.size ?? Number.POSITIVE_INFINITY))
      figures.smallest = entry;
  }
  if (entry.date !== null) {
    figures.date ??= entry.date;
    figures.datesDiffer ||= entry.date !== figures.date;
    if (!entry.isLink && (figures.oldest === null || entry.date < (figures.oldest.date ?? '')))
      figures.oldest = entry;
    insert(figures.newest, entry, (a, b) => compare(b.date ?? '', a.date ?? ''));
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The innermost folder around two. */
function sharedFolder(one: string, other: string): string {
  let around = one;
  while (around !== '' && other !== around && !other.startsWith(`${around}/`)) around = folderOf(around);
  return around;
}

function impliedAround(kinds: ReadonlyMap<string, Kind>, common: string): number {
  let count = 0;
  for (let around = common; around !== ''; around = folderOf(around))
    if (kinds.get(around) === 'implied') count += 1;
  return count;
}

const isDeeper = (path: string, root: string): boolean =>
  path.includes('/', root === '' ? 0 : root.length + 1);

/** Number of slashes, counted up to `levels`. */
function slashesIn(path: string): number {
  let count = 0;
  for (let at = path.indexOf('/'); at !== -1 && count < levels; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function insert(
  list: ListingEntry[],
  entry: ListingEntry,
  order: (a: ListingEntry, b: ListingEntry) => number,
): void {
  const last = list.at(-1);
  if (list.length >= maxTop && last && order(last, entry) <= 0) return;
  list.push(entry);
  list.sort(order);
  if (list.length > maxTop) list.pop();
}

/** Counts files by folder, level by level, up to the first level that has more than one. */
function talliesOfTops(filesIn: ReadonlyMap<string, { count: number }>): Tally[] {
  const tallies: Tally[] = [];
  while (tallies.length < levels && (tallies.at(-1)?.distinct ?? 1) === 1) {
    const tally = createTally();
    /** The folder of the previous file, because the next ones are mostly in it too. */
    let top: string | null = null;
    let files = 0;
    for (const [folder, { count }] of filesIn) {
      if (top === null || !isWithin(folder, top)) {
        if (top !== null) tally.add(top, files);
        top = topOf(folder, tallies.length);
        files = 0;
      }
      files += count;
    }
    if (top !== null) tally.add(top, files);
    tallies.push(tally);
  }
  return tallies;
}

/** With so great a share of the files, the folders in a folder say more than the folder. */
const mainShare = 0.6;

function innerOf(
  filesIn: ReadonlyMap<string, { count: number }>,
  outer: Tally,
  files: number,
): Listing['inner'] {
  const [main] = outer.top(1);
  if (main === undefined || main.count < files * mainShare) return null;
  const tops = createTally();
  const level = slashesIn(main.name) + 1;
  for (const [folder, { count }] of filesIn) {
    if (folder.length <= main.name.length || !isWithin(folder, main.name)) continue;
    const top = topOf(folder, level);
    if (top !== null && count > 0) tops.add(top, count);
  }
  return tops.total > 0 && (tops.distinct ?? 2) > 1 ? { folder: main.name, tops } : null;
}

/**
 * The ancestor of a folder at a level, 0 being the outermost; a scope and its package count as one. `null`:
 * the folder is not that deep.
 */
function topOf(folder: string, level: number): string | null {
  if (folder === '') return null;
  let end = folder.startsWith('/') ? 0 : -1;
  for (let remaining = level; remaining >= 0; remaining -= 1) {
    if (end === folder.length) return null;
    const isScope = folder[end + 1] === '@';
    end = endOfName(folder, end + 1);
    if (isScope && end !== folder.length) end = endOfName(folder, end + 1);
  }
  return folder.slice(0, end);
}

/** Whether a folder is in `top`. Not answered for a scope alone, because `@a/b` is a top of its own. */
const isWithin = (folder: string, top: string): boolean =>
  folder.startsWith('/', top.length) &&
  folder.startsWith(top) &&
  !top.startsWith('@', top.lastIndexOf('/') + 1);

function endOfName(path: string, start: number): number {
  const end = path.indexOf('/', start);
  return end === -1 ? path.length : end;
}

/** `.js`, `.d.ts`; '' for names without an extension, where the name itself says more. */
function extensionOf(path: string, nameStart: number): string {
  const dot = path.lastIndexOf('.');
  if (dot <= nameStart) return '';
  return path.endsWith('.d.ts') ? '.d.ts' : path.slice(dot);
}
