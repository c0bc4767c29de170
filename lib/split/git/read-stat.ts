import { type Change, type ChangedFile, type FileStatus, maxFiles, newFile } from './changed-file.ts';

export interface StatReading {
  /** @returns whether the line belongs to statistics of a change */
  line(text: string, number: number): boolean;
  finish(): Change;
}

/** `--name-only` prints nothing but paths, so they are only read where that option was given. */
export interface StatOptions {
  isOfNames: boolean;
}

const summary =
  / (\d{1,9}) files? changed(?:, (\d{1,9}) insertions?\(\+\))?(?:, (\d{1,9}) deletions?\(-\))?$/;
const graph = /^ *(\d{1,9})(?: (\+*)(-*))?$/;
const binary = /^ *Bin(?: \d+ -> \d+ bytes)?$/;
const numbers = /^(\d{1,9}|-)\t(\d{1,9}|-)\t(.+)$/;
const status = /^(?::\d{6} \d{6} [0-9a-f]+\.* [0-9a-f]+\.* )?([ACDMRTUX])\d{0,3}\t([^\t]+)(?:\t([^\t]+))?$/;
const modeLine = /^ (create|delete|rename|copy|mode change)(?: mode)? (.+)$/;

const statuses: Record<string, FileStatus> = { A: 'new', D: 'deleted', R: 'renamed', C: 'copied', T: 'mode' };

/**
 * Reads `--stat`, `--numstat`, `--shortstat`, `--name-status`, `--raw` and `--summary`, also one after
 * another.
 */
export function createStatReading({ isOfNames }: StatOptions = { isOfNames: false }): StatReading {
  const files = new Map<string, ChangedFile>();
  /** Files with a report that does not say how many of its lines were added. */
  const mixed = new Set<ChangedFile>();
  let otherFiles = 0;
  let [fileSum, statedAdded, statedRemoved] = [0, 0, 0];
  let [added, removed, isCounted] = [0, 0, false];
  let reports = 0;

  const fileOf = (path: string, line: number): ChangedFile => {
    const known = files.get(path);
    if (known) return known;
    const file = newFile(path, line);
    if (files.size < maxFiles) files.set(path, file);
    else otherFiles += 1;
    return file;
  };
  const add = (file: ChangedFile, more: number, less: number) => {
    file.added = (file.added ?? 0) + more;
    file.removed = (file.removed ?? 0) + less;
    file.changed = (file.changed ?? 0) + more + less;
    if (mixed.has(file)) [file.added, file.removed] = [null, null];
    added += more;
    removed += less;
    isCounted = true;
  };
  const readGraph = (text: string, line: number): boolean => {
    const index = text.lastIndexOf(' | ');
    if (index < 1) return false;
    const right = text.slice(index + 3);
    const isBinary = binary.test(right);
    const match = isBinary ? null : graph.exec(right);
    if (!isBinary && !match) return false;
    const file = fileOf(renamedPath(text.slice(1, index).trim()), line);
    file.isBinary ||= isBinary;
    if (!match) return true;
    const [, count = '0', more = '', less = ''] = match;
    const changed = Number(count);
    // A scaled graph does not give the two counts, but a kind of mark that is missing means zero.
    if (less === '') add(file, changed, 0);
    else if (more === '') add(file, 0, changed);
    else {
      file.changed = (file.changed ?? 0) + changed;
      file.added = null;
      file.removed = null;
      mixed.add(file);
    }
    return true;
  };
  const readSummary = (text: string): boolean => {
    const match = summary.exec(text);
    if (!match) return false;
    reports += 1;
    fileSum += Number(match[1]);
    statedAdded += Number(match[2] ?? 0);
    statedRemoved += Number(match[3] ?? 0);
    return true;
  };
  /** The entry for a path that `--stat` shortened: `.../charts/a.ts`. */
  const shortenedOf = (path: string): ChangedFile | undefined =>
    files.has(path)
      ? undefined
      : [...files.values()].find((file) => file.path.startsWith('.../') && path.endsWith(file.path.slice(3)));
  const readMode = (text: string, line: number): boolean => {
    const [, verb = '', remaining = ''] = modeLine.exec(text) ?? [];
    if (verb === '') return false;
    const path = remaining.replace(/ \(\d{1,3}%\)$/, '').replace(/^(?:\d{6} )?(?:=> \d{6} )?/, '');
    const whole = renamedPath(path);
    const file = shortenedOf(whole) ?? fileOf(whole, line);
    file.path = whole;
    file.status =
      verb === 'create' ? 'new' : verb === 'delete' ? 'deleted' : verb === 'rename' ? 'renamed' : 'changed';
    return true;
  };
  const readStatus = (text: string, line: number): boolean => {
    const [, letter = '', oldPath = '', newPath] = status.exec(text) ?? [];
    if (letter === '') return false;
    const file = fileOf(newPath ?? oldPath, line);
    file.status = statuses[letter] ?? 'changed';
    if (newPath !== undefined) file.oldPath = oldPath;
    return true;
  };
  return {
    line(text, number) {
      const first = text.charCodeAt(0);
      if (first === space) {
        return readGraph(text, number) || readSummary(text) || readMode(text, number);
      }
      const tab = text.indexOf('\t');
      if (tab === -1) {
        if (isOfNames && text !== '') fileOf(text, number);
        return isOfNames && text !== '';
      }
      const match = tab < 10 ? numbers.exec(text) : null;
      if (!match) return readStatus(text, number);
      const file = fileOf(renamedPath(match[3] ?? ''), number);
      if (match[1] === '-') file.isBinary = true;
      else add(file, Number(match[1]), Number(match[2]));
      return true;
    },
    finish: () => ({
      files: [...files.values()],
      fileCount: reports > 0 ? fileSum : files.size + otherFiles,
      ...(reports > 1 ? { pathCount: files.size + otherFiles } : {}),
      added: reports > 0 ? statedAdded : isCounted ? added : null,
      removed: reports > 0 ? statedRemoved : isCounted ? removed : null,
      changeCount: Math.max(1, reports),
    }),
  };
}

const space = 32;

/** `lib/{old => new}/a.ts` is `lib/new/a.ts`. */
function renamedPath(path: string): string {
  const arrow = path.indexOf(' => ');
  if (arrow === -1) return path;
  const [open, close] = [path.lastIndexOf('{', arrow), path.indexOf('}', arrow)];
  if (open === -1 || close === -1) return path.slice(arrow + 4);
  return (path.slice(0, open) + path.slice(arrow + 4, close) + path.slice(close + 1)).replace('//', '/');
}
