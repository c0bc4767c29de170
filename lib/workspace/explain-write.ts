import { WorkspaceError } from './workspace-error.ts';

/** Explains an operating system error of a write in words; returns other errors unchanged. */
export function explainWrite(error: unknown, shown: string): unknown {
  const report = (code: 'not_writable' | 'no_space' | 'changed', words: string) =>
    new WorkspaceError(code, `${words}: ${shown}`, { cause: error });
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
      return report('no_space', 'No space is left on the disk to write');
    case 'EDQUOT':
      return report('no_space', 'The disk quota is used up, so this cannot be written');
    case 'EACCES':
    case 'EPERM':
      return report('not_writable', 'Not writable');
    case 'EROFS':
      return report('not_writable', 'Not writable, the file system is read-only');
    case 'EEXIST':
    case 'EISDIR':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENOTEMPTY':
      return report('changed', 'Changed by something else while it was written');
    default:
      return error;
  }
}
