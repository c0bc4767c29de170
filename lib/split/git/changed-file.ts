export type FileStatus = 'changed' | 'new' | 'deleted' | 'renamed' | 'copied' | 'only one side' | 'mode';

/** A file of a diff, or of its statistics. */
export interface ChangedFile {
  path: string;
  /** The former path of a renamed or copied file. */
  oldPath: string | null;
  status: FileStatus;
  /** Lines; `null`: not reported separately, so that only `changed` is known. */
  added: number | null;
  removed: number | null;
  /** Lines added and removed; `null`: not reported. */
  changed: number | null;
  isBinary: boolean;
  /** Whether the change made it executable. */
  madeProgram: boolean;
  /** The line of the result at which it begins. */
  line: number;
}

/** Limit on the files kept of very wide changes; all are counted. */
export const maxFiles = 3_000;

/** A change, read from a diff or from its statistics. */
export interface Change {
  files: readonly ChangedFile[];
  fileCount: number;
  /** The number of distinct paths, where several changes are added up. Default: `fileCount`. */
  pathCount?: number;
  /** Lines of the whole change; `null`: not reported. */
  added: number | null;
  removed: number | null;
  /** How many changes are added up: statistics printed one after another. */
  changeCount: number;
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
