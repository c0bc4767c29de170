import { parseDiffPath, parseGitPaths, withoutPrefixes } from '../../core/parse-diff-paths.ts';
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

/**
 * Reads unified diffs of git and other programs as they stream by; a line inside a hunk is never taken for a
 * header.
 * @param options.plainPath the file that a diff without headers belongs to; `null`: all files have headers
 */
export function createDiffReading({ isOfWords = false, plainPath = null }: DiffOptions = {}): DiffReading {
  const files: ChangedFile[] = [];
  const locationReading = createLocationReading();
  const lines: ChangedLine[] = [];
  let fileCount = 0;
  let hunkCount = 0;
  let conflictCount = 0;
  /** Files of which nothing is said but that they differ, or are on one side only. */
  let briefCount = 0;
  let [added, removed] = [0, 0];
  let current: ChangedFile | null = null;
  let hasNames = false;
  let names: { oldPath: string | null; newPath: string | null } | null = null;
  let hunk: HunkReading | null = null;
  let newNames: ReturnType<typeof createNewNames> | null = null;

  const begin = (path: string, line: number, result: Partial<ChangedFile> = {}) => {
    current = newFile(path, line, { added: 0, removed: 0, changed: 0, ...result });
    fileCount += 1;
    if (files.length < maxFiles) files.push(current);
    hasNames = false;
    names = null;
    return current;
  };
  const take = (mark: HunkMark, text: string, index: number | null, line: number) => {
    locationReading.line(mark, text);
    if (mark === ' ') return;
    if (mark === '+' && text.startsWith('<<<<<<< ')) conflictCount += 1;
    if (mark === '+') newNames?.line(text, line);
    if (mark === '+') added += 1;
    else removed += 1;
    if (current) {
      current.changed = (current.changed ?? 0) + 1;
      if (mark === '+') current.added = (current.added ?? 0) + 1;
      else current.removed = (current.removed ?? 0) + 1;
    }
    if (lines.length < maxLines && !saysNothing.test(text)) {
      const path = current?.path ?? '';
      lines.push({ path, mark, number: index, text: text.slice(0, lineCharacters), line });
    }
  };
  const beginHunk = (text: string, line: number): boolean => {
    const opened = createHunkReading(text, isOfWords);
    if (!opened) return false;
    if (names && (current === null || hasNames)) beginNamed(names, line);
    if (current === null) return false;
    hasNames = true;
    names = null;
    hunk = opened;
    hunkCount += 1;
    newNames = fileCount > 1 || current.status !== 'new' ? null : (newNames ?? createNewNames(current.path));
    locationReading.beginHunk(current.path, current.status, opened.head);
    return true;
  };
  const beginNamed = (pair: { oldPath: string | null; newPath: string | null }, line: number) => {
    const { oldPath, newPath } = withoutPrefixes(pair.oldPath, pair.newPath);
    const status = oldPath === null ? 'new' : newPath === null ? 'deleted' : 'changed';
    begin(newPath ?? oldPath ?? '', line, { status });
  };
  const readHead = (text: string, line: number): boolean => {
    switch (text[0]) {
      case '@':
        return beginHunk(text, line);
      case '-': {
        if (!text.startsWith('--- ')) return false;
        names = { oldPath: parseDiffPath(text.slice(4)), newPath: null };
        return true;
      }
      case '+': {
        if (!text.startsWith('+++ ') || names === null) return false;
        names.newPath = parseDiffPath(text.slice(4));
        if (current !== null && !hasNames) {
          const { newPath } = withoutPrefixes(names.oldPath, names.newPath);
          if (newPath !== null) current.path = newPath;
          hasNames = true;
          names = null;
        }
        return true;
      }
      default:
        return readExtended(text, line);
    }
  };
  const readExtended = (text: string, line: number): boolean => {
    const plain = plainPath === null ? null : createPlainHunkReading(text);
    if (plain) {
      if (current === null) begin(plainPath ?? '', line);
      hunk = plain;
      hunkCount += 1;
      return true;
    }
    // Checked for every line of a log, so the first letter decides.
    if (!'dI*OBF'.includes(text.charAt(0))) return readField(text);
    const path = pathOfHead(text);
    if (path !== null) {
      begin(path, line);
      return true;
    }
    if (text.startsWith('Only in ')) {
      begin(text.slice('Only in '.length).replace(': ', '/'), line, { status: 'only one side', ...noCounts });
      briefCount += 1;
      current = null;
      return true;
    }
    const differing = text.endsWith(' differ') ? twoFiles.exec(text) : null;
    if (differing) {
      const sides = {
        oldPath: parseDiffPath(differing[2] ?? ''),
        newPath: parseDiffPath(differing[3] ?? ''),
      };
      if (current === null || hasNames || current.isBinary) beginNamed(sides, line);
      const file = current as ChangedFile | null;
      if (text.startsWith('F')) {
        if (file) Object.assign(file, noCounts);
        briefCount += 1;
        current = null;
      } else if (file) file.isBinary = true;
      return true;
    }
    return readField(text);
  };
  const readField = (text: string): boolean => current !== null && !hasNames && applyField(current, text);
  return {
    line(text, number) {
      if (hunk) {
        if (hunk.line(text, take, number)) return true;
        hunk = null;
        locationReading.endHunk();
      }
      return readHead(text, number);
    },
    finish: () => ({
      files,
      changeCount: 1,
      fileCount,
      hunkCount,
      conflictCount,
      added: briefCount === fileCount ? null : added,
      removed: briefCount === fileCount ? null : removed,
      ...locationReading.finish(fileCount),
      // In a word diff, the first line of a function is printed once, whether changed or not.
      ...(isOfWords ? { became: new Map() } : {}),
      lines,
      newNames: fileCount === 1 ? (newNames?.finish() ?? null) : null,
    }),
  };
}

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
