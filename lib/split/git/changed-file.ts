export type FileStatus = 'changed' | 'new' | 'deleted' | 'renamed' | 'copied' | 'only one side' | 'mode';

/** A file of a diff, or of the statistics of one. */
export interface ChangedFile {
  path: string;
  /** Of one that was renamed or copied. */
  oldPath: string | null;
  status: FileStatus;
  /** Lines; `null`: not told apart, then `changed` alone is known. */
  added: number | null;
  removed: number | null;
  /** Lines added and removed; `null`: not told. */
  changed: number | null;
  isBinary: boolean;
  /** From now on it may be run. */
  madeProgram: boolean;
  /** Where it begins in the result. */
  line: number;
}

/** Files of very wide changes: the first are held, all are counted. */
export const maxFiles = 3_000;

/** What was changed, whatever told it. */
export interface Change {
  files: readonly ChangedFile[];
  fileCount: number;
  /** Lines of the whole; `null`: not told. */
  added: number | null;
  removed: number | null;
}

export const newFile = (path: string, line: number, result: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  oldPath: null,
  status: 'changed',
  added: null,
  removed: null,
  changed: null,
  isBinary: false,
  madeProgram: false,
  line,
  ...result,
});
