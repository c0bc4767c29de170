import { detachText } from '../detach-text.ts';
import { createTally, type Tally } from '../tally.ts';
import type { Entry } from './entry.ts';

/** What is known of a listing as a whole. */
export interface Listing {
  files: number;
  folders: number;
  /** Some folders are known by what is in them alone. */
  isImplied: boolean;
  /** Bytes of all files; `null`: not told. */
  size: number | null;
  /** Sizes were told as `4.0K`. */
  isRounded: boolean;
  /** The folder all of it is in; empty: none. */
  root: string;
  /** Files below each top folder. */
  tops: Tally;
  extensions: Tally;
  /** The largest first. */
  largest: Entry[];
  /** The latest first; empty where all are of one time, or times are not told in full. */
  newest: Entry[];
  /** The first entries, as they came. */
  entries: Entry[];
  /** Those right in `root`, also where the first entries are all deeper: as many as are held. */
  topEntries: Entry[];
}

export interface ListingFigures {
  add(entry: Entry): void;
  finish(): Listing;
}

/** Paths of which it is known whether they are folders: of more than these a folder may be taken for a file. */
const pathsHeld = 50_000;
export const entriesHeld = 400;
const topHeld = 5;
const levels = 4;

export function createListingFigures(): ListingFigures {
  const kinds = new Map<string, boolean>();
  const implied = new Set<string>();
  const tops = Array.from({ length: levels }, () => createTally());
  const extensions = createTally();
  const entries: Entry[] = [];
  /** By how many folders they are in. */
  const shallow = Array.from({ length: levels }, (): Entry[] => []);
  const largest: Entry[] = [];
  const newest: Entry[] = [];
  const dates = createTally();
  let files = 0;
  let folders = 0;
  let size: number | null = null;
  let isRounded = false;
  /** The folder of the last file, and the tops it counts for. */
  let folder = '';
  let above: string[] = [];
  /** The folder whose own folders are known to be some. */
  let implying = '';

  const countFile = (path: string, by: 1 | -1) => {
    files += by;
    const end = path.lastIndexOf('/');
    // Neighbours mostly stand in one folder.
    if (path.slice(0, Math.max(0, end)) !== folder) {
      folder = detachText(path.slice(0, Math.max(0, end)));
      above = topsOf(folder);
    }
    for (let level = 0; level < above.length; level += 1) tops[level]?.add(above[level] ?? '', by);
    extensions.add(extensionOf(path.slice(end + 1)), by);
  };
  const becomeFolder = (path: string) => {
    kinds.set(path, true);
    countFile(path, -1);
    folders += 1;
  };
  /** The folders a path is in: one that was listed as if it were a file is none. */
  const imply = (path: string) => {
    if (path.lastIndexOf('/') === implying.length && path.startsWith(implying)) return;
    implying = detachText(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const around = path.slice(0, end);
      if (implied.has(around)) return;
      if (implied.size < pathsHeld) implied.add(detachText(around));
      if (kinds.get(around) === false) becomeFolder(around);
    }
  };

  return {
    add(given) {
      const entry = { ...given, path: detachText(given.path) };
      const known = kinds.get(entry.path);
      if (known === false && entry.isFolder) becomeFolder(entry.path);
      if (known !== undefined) return;
      const isFolder = entry.isFolder ?? implied.has(entry.path);
      if (kinds.size < pathsHeld) kinds.set(entry.path, isFolder);
      if (isFolder) folders += 1;
      else countFile(entry.path, 1);
      imply(entry.path);
      if (entries.length < entriesHeld) entries.push(entry);
      const neighbours = shallow[entry.path.split('/', levels + 1).length - 1];
      if (neighbours && neighbours.length < entriesHeld) neighbours.push(entry);
      if (entry.size !== null && !isFolder) {
        size = (size ?? 0) + entry.size;
        isRounded ||= entry.roundedSize !== null;
        insert(largest, entry, (a, b) => (b.size ?? 0) - (a.size ?? 0));
      }
      if (entry.date !== null && !isFolder) {
        dates.add(entry.date);
        insert(newest, entry, (a, b) => compare(b.date ?? '', a.date ?? ''));
      }
    },
    finish() {
      const level = tops.findIndex((tally) => tally.distinct !== 1);
      const chosen = tops[Math.max(0, level)] ?? createTally();
      const root = level > 0 ? (tops[level - 1]?.top(1)[0]?.name ?? '') : '';
      const withKind = (entry: Entry) => ({ ...entry, isFolder: kinds.get(entry.path) ?? entry.isFolder });
      const isWhole = root === '' || (tops[level - 1]?.total ?? 0) === files;
      const shownRoot = isWhole ? root : '';
      const unlisted = [...implied].filter((folder) => !kinds.has(folder) && folder !== root).length;
      return {
        files,
        folders: folders + unlisted,
        isImplied: unlisted > 0,
        size,
        isRounded,
        root: shownRoot,
        tops: isWhole ? chosen : (tops[0] ?? chosen),
        extensions,
        largest,
        newest: (dates.distinct ?? 2) > 1 ? newest : [],
        entries: entries.map(withKind),
        topEntries: (shallow[shownRoot === '' ? 0 : shownRoot.split('/').length] ?? []).map(withKind),
      };
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function insert(list: Entry[], entry: Entry, order: (a: Entry, b: Entry) => number): void {
  const last = list.at(-1);
  if (list.length >= topHeld && last && order(last, entry) <= 0) return;
  list.push(entry);
  list.sort(order);
  if (list.length > topHeld) list.pop();
}

/** A folder and those around it, the outermost first; a scope and its package are one. */
function topsOf(folder: string): string[] {
  const found: string[] = [];
  if (folder === '') return found;
  for (let start = 0; found.length < levels; ) {
    const isScope = folder[start] === '@';
    let end = folder.indexOf('/', start);
    if (isScope && end !== -1) end = folder.indexOf('/', end + 1);
    found.push(end === -1 ? folder : folder.slice(0, end));
    if (end === -1) break;
    start = end + 1;
  }
  return found;
}

/** `.js`, `.d.ts`; of names without one the name says it better. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot < 1) return '';
  return name.endsWith('.d.ts') ? '.d.ts' : name.slice(dot);
}
