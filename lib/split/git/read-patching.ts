export interface Patching {
  /** By file, as they came. */
  files: readonly PatchedFile[];
  fileCount: number;
  failedHunks: number;
  failedFiles: number;
  /** Hunks of files that were skipped. */
  ignoredHunks: number;
  ignoredFiles: number;
  /** Of the files that told how many they have. */
  hunks: number;
  /** Applied, but elsewhere than told. */
  movedHunks: number;
  /** The message of a series that was being applied, and what else went wrong. */
  applying: string | null;
  errors: readonly { text: string; line: number }[];
  errorCount: number;
}

export interface PatchedFile {
  path: string;
  /** The lines that hunks were to change which failed. */
  failed: number[];
  failedCount: number;
  reason: string | null;
  /** It seems applied already, wholly or as a file that is there. */
  isSkipped: boolean;
  line: number;
}

const filesHeld = 500;
const hunksHeld = 30;
const errorsHeld = 50;

/** Reads what `patch`, `git apply` and `git am` say of each file and hunk. */
export function createPatchingReading() {
  const files: PatchedFile[] = [];
  const errors: Patching['errors'][number][] = [];
  const told = {
    fileCount: 0,
    failedHunks: 0,
    failedFiles: 0,
    ignoredHunks: 0,
    ignoredFiles: 0,
    hunks: 0,
    movedHunks: 0,
    applying: null as string | null,
    errorCount: 0,
  };
  let current: PatchedFile | null = null;

  const begin = (path: string, line: number): PatchedFile => {
    if (current?.path === path) return current;
    const known = files.find((file) => file.path === path);
    if (known) return known;
    const file = {
      path: path.slice(0, 300),
      failed: [],
      failedCount: 0,
      reason: null,
      isSkipped: false,
      line,
    };
    told.fileCount += 1;
    if (files.length < filesHeld) files.push(file);
    return file;
  };
  const fail = (file: PatchedFile | null, place: number, reason: string | null) => {
    told.failedHunks += 1;
    if (!file) return;
    if (file.failedCount === 0 && file.reason === null) told.failedFiles += 1;
    file.failedCount += 1;
    if (file.failed.length < hunksHeld) file.failed.push(place);
    file.reason ??= reason;
  };
  const refuse = (file: PatchedFile, reason: string) => {
    if (file.failedCount === 0 && file.reason === null) told.failedFiles += 1;
    file.reason ??= reason;
  };
  const readPatch = (text: string, line: number): boolean => {
    const [, path] =
      /^(?:checking|patching) (?:file|symbolic link) '?(.+?)'?(?: \((?:already )?renamed from .+\)|, reversing.*|$)/.exec(
        text,
      ) ?? [];
    if (path !== undefined) {
      current = begin(path, line);
      return true;
    }
    const [, number, place] = /^Hunk #(\d+) FAILED at (\d+)/.exec(text) ?? [];
    if (number !== undefined) {
      fail(current, Number(place), null);
      return true;
    }
    if (/^Hunk #\d+ succeeded at /.test(text)) {
      told.movedHunks += 1;
      return true;
    }
    const [, some, all, verb] = /^(\d+) out of (\d+) hunks? (FAILED|ignored)/.exec(text) ?? [];
    if (some === undefined) return false;
    told.hunks += Number(all);
    if (verb === 'ignored') {
      told.ignoredHunks += Number(some);
      told.ignoredFiles += 1;
    }
    return true;
  };
  const readRemark = (text: string, line: number): boolean => {
    if (text.startsWith('Reversed (or previously applied) patch detected')) {
      if (current) current.isSkipped = true;
      return true;
    }
    const refused = /^The next patch would (?:create|delete) the file (.+),$/.exec(text)?.[1];
    if (refused !== undefined) {
      current = begin(refused, line);
      current.isSkipped = true;
      return true;
    }
    const isLost = text.startsWith("can't find file to patch") || text.startsWith('No file to patch');
    if (!isLost && !/^(?:patch: \*\*\*\*|fatal: |error: (?:corrupt|No valid|unrecognized))/.test(text))
      return false;
    told.errorCount += 1;
    if (errors.length < errorsHeld) errors.push({ text: text.slice(0, 300), line });
    return true;
  };
  const readGit = (text: string, line: number): boolean => {
    const [, path, place] = /^error: patch failed: (.+):(\d+)$/.exec(text) ?? [];
    if (path !== undefined) {
      current = begin(path, line);
      fail(current, Number(place), 'does not apply');
      return true;
    }
    const [, other, reason] =
      /^error: (.+): (patch does not apply|No such file or directory|already exists in (?:index|working directory)|does not (?:match|exist in) index|wrong type|cannot .+|has type .+)$/.exec(
        text,
      ) ?? [];
    if (other !== undefined) {
      refuse(begin(other, line), reason === 'patch does not apply' ? 'does not apply' : (reason ?? ''));
      return true;
    }
    const [, checked] =
      /^(?:Checking patch|Applying patch) (.+?)(?: with \d+ rejects?)?\.\.\.$/.exec(text) ?? [];
    if (checked !== undefined) {
      current = begin(checked, line);
      return true;
    }
    if (text.startsWith('Applying: ')) told.applying = text.slice(10, 300);
    return /^(?:Applying: |Applied patch |Rejected hunk #|Hunk #\d+ applied)/.test(text);
  };
  return {
    /** Whether it says something of a patch. */
    line(text: string, line: number): boolean {
      return readPatch(text, line) || readRemark(text, line) || readGit(text, line);
    },
    finish: (): Patching => ({ ...told, files, errors }),
  };
}
