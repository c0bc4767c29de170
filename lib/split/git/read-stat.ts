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

/** What was read so far. */
interface StatState {
  readonly isOfNames: boolean;
  readonly files: Map<string, ChangedFile>;
  /** Files with a report that does not say how many of its lines were added. */
  readonly mixed: Set<ChangedFile>;
  otherFiles: number;
  fileSum: number;
  statedAdded: number;
  statedRemoved: number;
  added: number;
  removed: number;
  isCounted: boolean;
  reports: number;
}

/**
 * Reads `--stat`, `--numstat`, `--shortstat`, `--name-status`, `--raw` and `--summary`, also one after
 * another.
 */
export function createStatReading({ isOfNames }: StatOptions = { isOfNames: false }): StatReading {
  const stat: StatState = {
    isOfNames,
    files: new Map<string, ChangedFile>(),
    mixed: new Set<ChangedFile>(),
    otherFiles: 0,
    fileSum: 0,
    statedAdded: 0,
    statedRemoved: 0,
    added: 0,
    removed: 0,
    isCounted: false,
    reports: 0,
  };
  return {
    line(text, number) {
      const first = text.charCodeAt(0);
      if (first === space) {
        return readGraph(stat, text, number) || readSummary(stat, text) || readMode(stat, text, number);
      }
      const tab = text.indexOf('\t');
      if (tab === -1) {
        if (stat.isOfNames && text !== '') fileOf(stat, text, number);
        return stat.isOfNames && text !== '';
      }
      const match = tab < 10 ? numbers.exec(text) : null;
      if (!match) return readStatus(stat, text, number);
      const file = fileOf(stat, renamedPath(match[3] ?? ''), number);
      if (match[1] === '-') file.isBinary = true;
      else add(stat, file, Number(match[1]), Number(match[2]));
      return true;
    },
    finish: () => ({
      files: [...stat.files.values()],
      fileCount: stat.reports > 0 ? stat.fileSum : stat.files.size + stat.otherFiles,
      ...(stat.reports > 1 ? { pathCount: stat.files.size + stat.otherFiles } : {}),
      added: stat.reports > 0 ? stat.statedAdded : stat.isCounted ? stat.added : null,
      removed: stat.reports > 0 ? stat.statedRemoved : stat.isCounted ? stat.removed : null,
      changeCount: Math.max(1, stat.reports),
    }),
  };
}

function fileOf(stat: StatState, path: string, line: number): ChangedFile {
  const known = stat.files.get(path);
  if (known) return known;
  const file = newFile(path, line);
  if (stat.files.size < maxFiles) stat.files.set(path, file);
  else stat.otherFiles += 1;
  return file;
}

function add(stat: StatState, file: ChangedFile, more: number, less: number): void {
  file.added = (file.added ?? 0) + more;
  file.removed = (file.removed ?? 0) + less;
  file.changed = (file.changed ?? 0) + more + less;
  if (stat.mixed.has(file)) [file.added, file.removed] = [null, null];
  stat.added += more;
  stat.removed += less;
  stat.isCounted = true;
}

function readGraph(stat: StatState, text: string, line: number): boolean {
  const index = text.lastIndexOf(' | ');
  if (index < 1) return false;
  const right = text.slice(index + 3);
  const isBinary = binary.test(right);
  const match = isBinary ? null : graph.exec(right);
  if (!isBinary && !match) return false;
  const file = fileOf(stat, renamedPath(text.slice(1, index).trim()), line);
  file.isBinary ||= isBinary;
  if (!match) return true;
  const [, count = '0', more = '', less = ''] = match;
  const changed = Number(count);
  // A scaled graph does not give the two counts, but a kind of mark that is missing means zero.
  if (less === '') add(stat, file, changed, 0);
  else if (more === '') add(stat, file, 0, changed);
  else {
    file.changed = (file.changed ?? 0) + changed;
    file.added = null;
    file.removed = null;
    stat.mixed.add(file);
  }
  return true;
}

function readSummary(stat: StatState, text: string): boolean {
  const match = summary.exec(text);
  if (!match) return false;
  stat.reports += 1;
  stat.fileSum += Number(match[1]);
  stat.statedAdded += Number(match[2] ?? 0);
  stat.statedRemoved += Number(match[3] ?? 0);
  return true;
}

/** The entry for a path that `--stat` shortened: `.../charts/a.ts`. */
const shortenedOf = (stat: StatState, path: string): ChangedFile | undefined =>
  stat.files.has(path)
    ? undefined
    : [...stat.files.values()].find(
        (file) => file.path.startsWith('.../') && path.endsWith(file.path.slice(3)),
      );

function readMode(stat: StatState, text: string, line: number): boolean {
  const [, verb = '', remaining = ''] = modeLine.exec(text) ?? [];
  if (verb === '') return false;
  const path = remaining.replace(/ \(\d{1,3}%\)$/, '').replace(/^(?:\d{6} )?(?:=> \d{6} )?/, '');
  const whole = renamedPath(path);
  const file = shortenedOf(stat, whole) ?? fileOf(stat, whole, line);
  file.path = whole;
  file.status =
    verb === 'create' ? 'new' : verb === 'delete' ? 'deleted' : verb === 'rename' ? 'renamed' : 'changed';
  return true;
}

function readStatus(stat: StatState, text: string, line: number): boolean {
  const [, letter = '', oldPath = '', newPath] = status.exec(text) ?? [];
  if (letter === '') return false;
  const file = fileOf(stat, newPath ?? oldPath, line);
  file.status = statuses[letter] ?? 'changed';
  if (newPath !== undefined) file.oldPath = oldPath;
  return true;
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
