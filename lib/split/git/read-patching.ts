export interface Patching {
  /** In order of appearance. */
  files: readonly PatchedFile[];
  fileCount: number;
  failedHunks: number;
  failedFiles: number;
  /** How many of `failedFiles` have failed hunks; the others failed as a whole. */
  filesWithFailedHunks: number;
  /** The first hunk that failed, as `lib/a.ts:12`. */
  firstFailed: string | null;
  /** Number of hunks in skipped files. */
  ignoredHunks: number;
  ignoredFiles: number;
  /** Total hunks of the files that report it. */
  hunks: number;
  /** Hunks applied at another line than given. */
  movedHunks: number;
  /** The subject of the patch of a series that was being applied. */
  applying: string | null;
  errors: readonly { text: string; line: number }[];
  errorCount: number;
  /** Files that a patch is for but that do not exist. */
  lost: readonly { path: string; line: number }[];
}

export interface PatchedFile {
  path: string;
  /** Failed hunks: the line at which each was to apply, and its number if reported. */
  failed: { position: number; hunk: number | null }[];
  failedCount: number;
  reason: string | null;
  /** The patch seems to be applied already, or the file it creates exists. */
  isSkipped: boolean;
  line: number;
}

const maxFiles = 500;
const maxHunks = 30;
const maxErrors = 50;

const noPatches = () => ({
  fileCount: 0,
  failedHunks: 0,
  failedFiles: 0,
  filesWithFailedHunks: 0,
  firstFailed: null as string | null,
  ignoredHunks: 0,
  ignoredFiles: 0,
  hunks: 0,
  movedHunks: 0,
  applying: null as string | null,
  errorCount: 0,
});

/** What was reported so far, and the file that the next lines are about. */
interface PatchingState {
  readonly files: PatchedFile[];
  readonly errors: Patching['errors'][number][];
  readonly result: ReturnType<typeof noPatches>;
  readonly lost: Patching['lost'][number][];
  current: PatchedFile | null;
  /** The message about a missing file continues with the header of its patch. */
  isLosing: boolean;
}

/** Reads what `patch`, `git apply` and `git am` report about each file and hunk. */
export function createPatchingReading() {
  const patching: PatchingState = {
    files: [],
    errors: [],
    result: noPatches(),
    lost: [],
    current: null,
    isLosing: false,
  };
  return {
    /** @returns whether the line reports about a patch */
    line: (text: string, line: number): boolean =>
      readPatch(patching, text, line) || readRemark(patching, text, line) || readGit(patching, text, line),
    finish: (): Patching => ({
      ...patching.result,
      files: patching.files,
      errors: patching.errors,
      lost: patching.lost,
    }),
  };
}

function begin(patching: PatchingState, path: string, line: number): PatchedFile {
  if (patching.current?.path === path) return patching.current;
  const known = patching.files.find((file) => file.path === path);
  if (known) return known;
  const file: PatchedFile = {
    path: path.slice(0, 300),
    failed: [],
    failedCount: 0,
    reason: null,
    isSkipped: false,
    line,
  };
  patching.result.fileCount += 1;
  if (patching.files.length < maxFiles) patching.files.push(file);
  return file;
}

function fail(
  patching: PatchingState,
  file: PatchedFile | null,
  at: PatchedFile['failed'][number],
  reason: string | null,
): void {
  patching.result.failedHunks += 1;
  if (!file) return;
  patching.result.firstFailed ??= `${file.path}:${at.position}`;
  if (file.failedCount === 0 && file.reason === null) patching.result.failedFiles += 1;
  if (file.failedCount === 0) patching.result.filesWithFailedHunks += 1;
  file.failedCount += 1;
  if (file.failed.length < maxHunks) file.failed.push(at);
  file.reason ??= reason;
}

function refuse(patching: PatchingState, file: PatchedFile, reason: string): void {
  if (file.failedCount === 0 && file.reason === null) patching.result.failedFiles += 1;
  file.reason ??= reason;
}

function readPatch(patching: PatchingState, text: string, line: number): boolean {
  const [, path] =
    /^(?:checking|patching) (?:file|symbolic link) '?(.+?)'?(?: \((?:already )?renamed from .+\)|, reversing.*|$)/.exec(
      text,
    ) ?? [];
  if (path !== undefined) {
    patching.current = begin(patching, path, line);
    return true;
  }
  const [, number, location] = /^Hunk #(\d+) FAILED at (\d+)/.exec(text) ?? [];
  if (number !== undefined) {
    fail(patching, patching.current, { position: Number(location), hunk: Number(number) }, null);
    return true;
  }
  if (/^Hunk #\d+ succeeded at /.test(text)) {
    patching.result.movedHunks += 1;
    return true;
  }
  const [, some, all, verb] = /^(\d+) out of (\d+) hunks? (FAILED|ignored)/.exec(text) ?? [];
  if (some === undefined) return false;
  patching.result.hunks += Number(all);
  if (verb === 'ignored') {
    patching.result.ignoredHunks += Number(some);
    patching.result.ignoredFiles += 1;
  }
  return true;
}

function readRemark(patching: PatchingState, text: string, line: number): boolean {
  if (text.startsWith('Reversed (or previously applied) patch detected')) {
    if (patching.current) patching.current.isSkipped = true;
    return true;
  }
  const refused = /^The next patch would (?:create|delete) the file (.+),$/.exec(text)?.[1];
  if (refused !== undefined) {
    patching.current = begin(patching, refused, line);
    patching.current.isSkipped = true;
    return true;
  }
  if (patching.isLosing && readLost(patching, text, line)) return true;
  if (text.startsWith("can't find file to patch")) patching.isLosing = true;
  const isLost = patching.isLosing && !text.startsWith('|');
  if (!isLost && !/^(?:patch: \*\*\*\*|fatal: |error: (?:corrupt|No valid|unrecognized))/.test(text))
    return false;
  patching.result.errorCount += 1;
  if (patching.errors.length < maxErrors) patching.errors.push({ text: text.slice(0, 300), line });
  return true;
}

function readLost(patching: PatchingState, text: string, line: number): boolean {
  const [, path] = /^\|(?:\+\+\+|---) (?:[abciow]\/)?([^\t]{1,300})/.exec(text) ?? [];
  if (
    path !== undefined &&
    path !== '/dev/null' &&
    patching.lost.at(-1)?.path !== path &&
    patching.lost.length < maxErrors
  )
    patching.lost.push({ path, line });
  if (/^(?:No file to patch|File to patch|Skip this patch|-{5,}|Perhaps you|The text leading)/.test(text)) {
    patching.isLosing = !/^(?:No file|Skip)/.test(text);
    return true;
  }
  return text.startsWith('|');
}

function readGit(patching: PatchingState, text: string, line: number): boolean {
  const [, path, location] = /^error: patch failed: (.+):(\d+)$/.exec(text) ?? [];
  if (path !== undefined) {
    patching.current = begin(patching, path, line);
    fail(patching, patching.current, { position: Number(location), hunk: null }, 'does not apply');
    return true;
  }
  const [, other, reason] =
    /^error: (.+): (patch does not apply|No such file or directory|already exists in (?:index|working directory)|does not (?:match|exist in) index|wrong type|cannot .+|has type .+)$/.exec(
      text,
    ) ?? [];
  if (other !== undefined) {
    refuse(
      patching,
      begin(patching, other, line),
      reason === 'patch does not apply' ? 'does not apply' : (reason ?? ''),
    );
    return true;
  }
  const [, checked] =
    /^(?:Checking patch|Applying patch) (.+?)(?: with \d+ rejects?)?\.\.\.$/.exec(text) ?? [];
  if (checked !== undefined) {
    patching.current = begin(patching, checked, line);
    return true;
  }
  if (text.startsWith('Applying: ')) patching.result.applying = text.slice(10, 300);
  return /^(?:Applying: |Applied patch |Rejected hunk #|Hunk #\d+ applied)/.test(text);
}
