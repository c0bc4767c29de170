import { copyString } from '../copy-string.ts';
import { takeFirst } from '../take-first.ts';

/** The figures of one backup, as printed; `null`: not printed. */
export interface Backup {
  snapshot: string | null;
  /** `4 new, 7 changed, 233 unmodified`. */
  files: string | null;
  folders: string | null;
  /** `242.182 KiB added (215.615 KiB stored)`. */
  added: string | null;
}

/** A file that was saved because it is new or has changed. */
export interface SavedFile {
  path: string;
  /** What it added, as printed: `68.359 KiB`. */
  size: string;
  byteLength: number;
  line: number;
}

/** Files of one state: how many, and those that added most, the largest first. */
export interface SavedFiles {
  count: number;
  largest: readonly SavedFile[];
}

/** What `restic backup` printed, of one backup or several. */
export interface BackupOutput {
  /** The first ones. */
  backups: readonly Backup[];
  backupCount: number;
  snapshotCount: number;
  /** The first lines that say what went wrong. */
  problems: readonly { text: string; line: number }[];
  problemCount: number;
  /** Paths that could not be read. */
  unreadCount: number;
  /** Sources on the command line that do not exist. */
  missingCount: number;
  fatalCount: number;
  isInterrupted: boolean;
  isDryRun: boolean;
  /** It says itself that a file could not be read. */
  hasWarned: boolean;
  newFiles: SavedFiles;
  changedFiles: SavedFiles;
  unreadLines: number;
}

const maxBackups = 20;
const maxProblems = 200;
const maxFiles = 60;

const counts = /^(Files|Dirs): +(\d+ new), +(\d+ changed), +(\d+ unmodified)$/;
const size = String.raw`([\d.]+ [KMGT]?i?B)`;
const total = new RegExp(
  String.raw`^(Added|Would add) to the repo(?:sitory)?: ${size}(?: +\(([\d.]+ [KMGT]?i?B) +stored\))?`,
);
const savedItem = new RegExp(String.raw`^(new|modified) +(/.*), saved in \S+ \(${size} added`);
/** An error names what was tried, a path and a reason; PostgreSQL skips what does not exist with a notice. */
const problem =
  /^(?:(error: (?:\w+: )*\w+ .+: .)|((?!.*\bNOTICE: ).+ does not exist, skipping$)|((?:Fatal|panic): )|(signal \w+ received, cleaning up$))/;
const warning = /^Warning: (?:at least one source file|failed to read all source data)/;
/** Steps and progress. */
const step =
  /^(?:unchanged +\/|(?:Data|Tree) Blobs: |processed \d+ files?, |(?:open|lock) repository$|repository [0-9a-f]{8,} opened |using parent snapshot |no parent snapshot found|load(?:ing)? index|start (?:scan|backup) on |scan(?: finished in|:) |created new cache in |\[\d+:\d+\] )/;

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

const initialReading = () => ({
  isKnown: false,
  backups: [] as Backup[],
  backupCount: 0,
  snapshotCount: 0,
  /** Its figures are printed before its snapshot. */
  current: null as Backup | null,
  problems: [] as { text: string; line: number }[],
  problemCount: 0,
  unreadCount: 0,
  missingCount: 0,
  fatalCount: 0,
  isInterrupted: false,
  isDryRun: false,
  hasWarned: false,
  newFiles: { count: 0, kept: [] as SavedFile[] },
  changedFiles: { count: 0, kept: [] as SavedFile[] },
  unreadLines: 0,
});
type Reading = ReturnType<typeof initialReading>;

/** Reads what `restic backup` prints; `finish` returns `null` where nothing of it was found. */
export function createBackupReading(): {
  line(text: string, number: number): void;
  finish(): BackupOutput | null;
} {
  const reading = initialReading();
  return {
    line: (text, number) => readLine(reading, text, number),
    finish: () => (reading.isKnown ? finishReading(reading) : null),
  };
}

function readLine(reading: Reading, text: string, number: number) {
  if (text.trim() === '') return;
  const isUnderstood =
    step.test(text) ||
    readSavedItem(reading, text, number) ||
    readProblem(reading, text, number) ||
    readFigures(reading, text);
  if (isUnderstood) reading.isKnown = true;
  else reading.unreadLines += 1;
}

function readSavedItem(reading: Reading, text: string, line: number): boolean {
  const [, state, path, added] = savedItem.exec(text) ?? [];
  if (path === undefined || added === undefined) return false;
  // Folders are counted in the summary, and each changes with what is in it.
  if (path.endsWith('/')) return true;
  const files = state === 'new' ? reading.newFiles : reading.changedFiles;
  files.count += 1;
  files.kept.push({
    path: copyString(path),
    size: copyString(added),
    byteLength: byteLengthOf(added),
    line,
  });
  if (files.kept.length > 2 * maxFiles) files.kept = largestOf(files.kept);
  return true;
}

function readProblem(reading: Reading, text: string, line: number): boolean {
  const [, unread, missing, fatal, interrupted] = problem.exec(text) ?? [];
  if (unread !== undefined) reading.unreadCount += 1;
  else if (missing !== undefined) reading.missingCount += 1;
  else if (fatal !== undefined) reading.fatalCount += 1;
  else if (interrupted !== undefined) reading.isInterrupted = true;
  else return false;
  reading.problemCount += 1;
  if (reading.problems.length < maxProblems) reading.problems.push({ text: copyString(text), line });
  return true;
}

function readFigures(reading: Reading, text: string): boolean {
  const [, noun, ...states] = counts.exec(text) ?? [];
  if (noun !== undefined) {
    const figures = states.join(', ');
    if (noun === 'Files') startBackup(reading).files = figures;
    else (reading.current ?? startBackup(reading)).folders = figures;
    return true;
  }
  const [, verb, added, stored] = total.exec(text) ?? [];
  if (added !== undefined) {
    const isDryRun = verb === 'Would add';
    if (isDryRun) reading.isDryRun = true;
    (reading.current ?? startBackup(reading)).added =
      `${added} ${isDryRun ? 'would be added' : 'added'}${stored === undefined ? '' : ` (${stored} stored)`}`;
    return true;
  }
  const snapshot = /^snapshot ([0-9a-f]{8,64}) saved$/.exec(text)?.[1];
  if (snapshot !== undefined) {
    (reading.current ?? startBackup(reading)).snapshot = copyString(snapshot);
    reading.snapshotCount += 1;
    reading.current = null;
    return true;
  }
  if (!warning.test(text)) return false;
  reading.hasWarned = true;
  return true;
}

function startBackup(reading: Reading): Backup {
  const backup: Backup = { snapshot: null, files: null, folders: null, added: null };
  reading.current = backup;
  reading.backupCount += 1;
  if (reading.backups.length < maxBackups) reading.backups.push(backup);
  return backup;
}

function finishReading({ newFiles, changedFiles, ...found }: Reading): BackupOutput {
  return {
    ...found,
    newFiles: { count: newFiles.count, largest: largestOf(newFiles.kept) },
    changedFiles: { count: changedFiles.count, largest: largestOf(changedFiles.kept) },
  };
}

const largestOf = (files: readonly SavedFile[]): SavedFile[] =>
  takeFirst(files, maxFiles, (a, b) => b.byteLength - a.byteLength);

function byteLengthOf(printed: string): number {
  const [amount = '', unit = ''] = printed.split(' ');
  return Number(amount) * 1024 ** Math.max(0, units.indexOf(unit));
}
