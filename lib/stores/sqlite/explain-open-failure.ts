import { errorMessage } from '#lib/core/errors.ts';

/** A file of the data folder cannot be used: one sentence that names it and says what to do. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

const remedies: [RegExp, (path: string) => string][] = [
  [
    /not a database|malformed|corrupt|integrity|unsupported file format/i,
    (path) =>
      `${path} is damaged: restore it from a backup, or move it and the folder artifacts away to start anew.`,
  ],
  [
    /readonly|read-only|EROFS|EACCES|EPERM|permission/i,
    (path) =>
      `${path} cannot be written: let this user write to it, or set VITRINE_DATA_DIR to another folder.`,
  ],
  [/disk is full|ENOSPC|EDQUOT/i, (path) => `${path} cannot be written, the disk is full: make room.`],
];

/** Opens a file; errors of SQLite or the file system are rethrown as a sentence for people. */
export function explainOpenFailure<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause;
    const message = errorMessage(cause);
    const [, describe] = remedies.find(([pattern]) => pattern.test(message)) ?? [];
    const sentence =
      describe?.(path) ??
      `${path} cannot be opened (${message}): set VITRINE_DATA_DIR to a folder of this user.`;
    throw new DataFolderError(sentence, { cause });
  }
}
