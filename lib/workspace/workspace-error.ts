export type WorkspaceErrorCode =
  | 'bad_path'
  | 'not_found'
  | 'not_a_file'
  | 'not_a_directory'
  | 'link_not_followed'
  | 'not_readable'
  | 'not_writable'
  | 'not_text'
  | 'too_large'
  | 'no_space'
  | 'changed'
  | 'no_match'
  | 'bad_pattern'
  | 'timed_out'
  | 'unavailable';

/** A workspace's refusal, in a sentence for both the person and the model. */
export class WorkspaceError extends Error {
  readonly code: WorkspaceErrorCode;

  constructor(code: WorkspaceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorkspaceError';
    this.code = code;
  }
}

/**
 * Checks the name, not the class: the error may come from another instance of this module (see
 * core/errors.ts).
 */
export const isWorkspaceError = (error: unknown): error is WorkspaceError =>
  error instanceof Error && error.name === 'WorkspaceError';
