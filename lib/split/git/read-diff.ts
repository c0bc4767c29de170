import { parseDiffPath, parseGitPaths, withoutPrefixes } from '#lib/core/algorithms/diff/parse-diff-paths.ts';
import { type Change, type ChangedFile, maxFiles, newFile } from './changed-file.ts';
import { type ChangedLocations, createLocationReading } from './changed-locations.ts';
import { createNewNames, type NewNames } from './new-names.ts';
import { createHunkReading, createPlainHunkReading, type HunkMark, type HunkReading } from './read-hunk.ts';

export interface ChangedLine {
  path: string;
  mark: '+' | '-';
  /**
   * Line in the file after the change, or before it for a removed line; `null`: word diffs and combined diffs
   * have none.
   */
  number: number | null;
  text: string;
  /** Line in the result. */
  line: number;
}

export interface Diff extends Change, ChangedLocations {
  /** Conflicts that are marked in added lines. */
  conflictCount: number;
  hunkCount: number;
  /** The first changed lines. */
  lines: readonly ChangedLine[];
  /** What the only file defines, if it is new; else `null`. */
  newNames: NewNames | null;
}

export interface DiffReading {
  /** @returns whether the line belongs to a diff */
  line(text: string, number: number): boolean;
  finish(): Diff;
}

export interface DiffOptions {
  isOfWords?: boolean;
  plainPath?: string | null;
}

const maxLines = 200;
const lineCharacters = 400;
/** A blank line, or a conflict marker. */
const saysNothing = /^\s*(?:$|<{7}|={7}|>{7})/;

const noCounts = { added: null, removed: null, changed: null };
const twoFiles = /^(Binary f|F)iles (\S+) and (\S+) differ$/;

/** Where the reading of a diff is. */
interface DiffState extends Required<DiffOptions> {
  readonly files: ChangedFile[];
  readonly locationReading: ReturnType<typeof createLocationReading>;
  readonly lines: ChangedLine[];
  fileCount: number;
  hunkCount: number;
  conflictCount: number;
  /** Files of which nothing is said but that they differ, or are on one side only. */
  briefCount: number;
  added: number;
  removed: number;
  current: ChangedFile | null;
  hasNames: boolean;
  names: FileNames | null;
  hunk: HunkReading | null;
  newNames: ReturnType<typeof createNewNames> | null;
}

interface FileNames {
  oldPath: string | null;
  newPath: string | null;
}

/**
 * Reads unified diffs of git and other programs as they stream by; a line inside a hunk is never taken for a
 * header.
 * @param options.plainPath the file that a diff without headers belongs to; `null`: all files have headers
 */
export function createDiffReading({ isOfWords = false, plainPath = null }: DiffOptions = {}): DiffReading {
  const diff: DiffState = {
    isOfWords,
    plainPath,
    files: [],
    locationReading: createLocationReading(),
    lines: [],
    fileCount: 0,
    hunkCount: 0,
    conflictCount: 0,
    briefCount: 0,
    added: 0,
    removed: 0,
    current: null,
    hasNames: false,
    names: null,
    hunk: null,
    newNames: null,
  };
  const takeLine: Parameters<HunkReading['line']>[1] = (mark, text, index, line) =>
    take(diff, mark, text, index, line);
  return {
    line(text, number) {
      if (diff.hunk) {
        if (diff.hunk.line(text, takeLine, number)) return true;
        diff.hunk = null;
        diff.locationReading.endHunk();
      }
      return readHead(diff, text, number);
    },
    finish: () => finish(diff),
  };
}

function finish({ files, fileCount, briefCount, newNames, locationReading, ...diff }: DiffState): Diff {
  const isBrief = briefCount === fileCount;
  return {
    files,
    changeCount: 1,
    fileCount,
    hunkCount: diff.hunkCount,
    conflictCount: diff.conflictCount,
    added: isBrief ? null : diff.added,
    removed: isBrief ? null : diff.removed,
    ...locationReading.finish(fileCount),
    // In a word diff, the first line of a function is printed once, whether changed or not.
    ...(diff.isOfWords ? { became: new Map() } : {}),
    lines: diff.lines,
    newNames: fileCount === 1 ? (newNames?.finish() ?? null) : null,
  };
}

function begin(diff: DiffState, path: string, line: number, result: Partial<ChangedFile> = {}): ChangedFile {
  diff.current = newFile(path, line, { added: 0, removed: 0, changed: 0, ...result });
  diff.fileCount += 1;
  if (diff.files.length < maxFiles) diff.files.push(diff.current);
  diff.hasNames = false;
  diff.names = null;
  return diff.current;
}

function take(diff: DiffState, mark: HunkMark, text: string, index: number | null, line: number): void {
  diff.locationReading.line(mark, text);
  if (mark === ' ') return;
  if (mark === '+' && text.startsWith('<<<<<<< ')) diff.conflictCount += 1;
  if (mark === '+') diff.newNames?.line(text, line);
  if (mark === '+') diff.added += 1;
  else diff.removed += 1;
  if (diff.current) {
    diff.current.changed = (diff.current.changed ?? 0) + 1;
    if (mark === '+') diff.current.added = (diff.current.added ?? 0) + 1;
    else diff.current.removed = (diff.current.removed ?? 0) + 1;
  }
  if (diff.lines.length < maxLines && !saysNothing.test(text)) {
    const path = diff.current?.path ?? '';
    diff.lines.push({ path, mark, number: index, text: text.slice(0, lineCharacters), line });
  }
}

function beginHunk(diff: DiffState, text: string, line: number): boolean {
  const opened = createHunkReading(text, diff.isOfWords);
  if (!opened) return false;
  if (diff.names && (diff.current === null || diff.hasNames)) beginNamed(diff, diff.names, line);
  if (diff.current === null) return false;
  diff.hasNames = true;
  diff.names = null;
  diff.hunk = opened;
  diff.hunkCount += 1;
  diff.newNames =
    diff.fileCount > 1 || diff.current.status !== 'new'
      ? null
      : (diff.newNames ?? createNewNames(diff.current.path));
  diff.locationReading.beginHunk(diff.current.path, diff.current.status, opened.head);
  return true;
}

function beginNamed(diff: DiffState, pair: FileNames, line: number): ChangedFile {
  const { oldPath, newPath } = withoutPrefixes(pair.oldPath, pair.newPath);
  const status = oldPath === null ? 'new' : newPath === null ? 'deleted' : 'changed';
  return begin(diff, newPath ?? oldPath ?? '', line, { status });
}

function readHead(diff: DiffState, text: string, line: number): boolean {
  switch (text[0]) {
    case '@':
      return beginHunk(diff, text, line);
    case '-': {
      if (!text.startsWith('--- ')) return false;
      diff.names = { oldPath: parseDiffPath(text.slice(4)), newPath: null };
      return true;
    }
    case '+': {
      if (!text.startsWith('+++ ') || diff.names === null) return false;
      diff.names.newPath = parseDiffPath(text.slice(4));
      if (diff.current !== null && !diff.hasNames) {
        const { newPath } = withoutPrefixes(diff.names.oldPath, diff.names.newPath);
        if (newPath !== null) diff.current.path = newPath;
        diff.hasNames = true;
        diff.names = null;
      }
      return true;
    }
    default:
      return readExtended(diff, text, line);
  }
}

function readExtended(diff: DiffState, text: string, line: number): boolean {
  const plain = diff.plainPath === null ? null : createPlainHunkReading(text);
  if (plain) {
    if (diff.current === null) begin(diff, diff.plainPath ?? '', line);
    diff.hunk = plain;
    diff.hunkCount += 1;
    return true;
  }
  // Checked for every line of a log, so the first letter decides.
  if (!'dI*OBF'.includes(text.charAt(0))) return readField(diff, text);
  const path = pathOfHead(text);
  if (path !== null) {
    begin(diff, path, line);
    return true;
  }
  if (text.startsWith('Only in ')) {
    begin(diff, text.slice('Only in '.length).replace(': ', '/'), line, {
      status: 'only one side',
      ...noCounts,
    });
    diff.briefCount += 1;
    diff.current = null;
    return true;
  }
  const differing = text.endsWith(' differ') ? twoFiles.exec(text) : null;
  if (differing) {
    const sides = {
      oldPath: parseDiffPath(differing[2] ?? ''),
      newPath: parseDiffPath(differing[3] ?? ''),
    };
    const { current } = diff;
    const isNext = current === null || diff.hasNames || current.isBinary;
    const file = isNext ? beginNamed(diff, sides, line) : current;
    if (text.startsWith('F')) {
      Object.assign(file, noCounts);
      diff.briefCount += 1;
      diff.current = null;
    } else file.isBinary = true;
    return true;
  }
  return readField(diff, text);
}

const readField = (diff: DiffState, text: string): boolean =>
  diff.current !== null && !diff.hasNames && applyField(diff.current, text);

/** The path in a line that begins a file, as printed by git, `diff -r` or Subversion. */
function pathOfHead(text: string): string | null {
  if (text.startsWith('diff --git ')) {
    const remaining = text.slice('diff --git '.length);
    const paths = parseGitPaths(remaining);
    return paths?.newPath ?? remaining.slice(remaining.lastIndexOf(' b/') + 3);
  }
  if (text.startsWith('diff --cc ')) return text.slice('diff --cc '.length);
  if (text.startsWith('diff --combined ')) return text.slice('diff --combined '.length);
  if (text.startsWith('diff -')) return text.slice(text.lastIndexOf(' ') + 1);
  if (text.startsWith('Index: ')) return text.slice('Index: '.length);
  if (text.startsWith('* Unmerged path ')) return text.slice('* Unmerged path '.length);
  return null;
}

/** @returns whether the line was a header field between the names of a file and its hunks */
function applyField(file: ChangedFile, text: string): boolean {
  if (text === 'new file mode 100755' || text === 'new mode 100755') file.madeProgram = true;
  if (text.startsWith('new file mode ')) file.status = 'new';
  else if (text.startsWith('deleted file mode ')) file.status = 'deleted';
  else if (text.startsWith('rename from ') || text.startsWith('copy from ')) {
    file.status = text.startsWith('r') ? 'renamed' : 'copied';
    file.oldPath = parseDiffPath(text.slice(text.indexOf(' from ') + 6));
  } else if (text.startsWith('rename to ') || text.startsWith('copy to ')) {
    file.path = parseDiffPath(text.slice(text.indexOf(' to ') + 4)) ?? file.path;
  } else if (text.startsWith('new mode ')) {
    if (file.status === 'changed') file.status = 'mode';
  } else if (text === 'GIT binary patch') file.isBinary = true;
  else return /^(?:index |old mode |(?:dis)?similarity index |={3,}$|mode )/.test(text);
  return true;
}
