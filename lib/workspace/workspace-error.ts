export type WorkspaceErrorCode =
  | 'bad_path'
  | 'not_found'
  | 'not_a_file'
  | 'not_a_directory'
  | 'link_not_followed'
  | 'not_readable'
  | 'bad_pattern'
  | 'timed_out'
  | 'unavailable';

/** What a workspace refuses, in a sentence that serves the person and the model alike. */
export class WorkspaceError extends Error {
  readonly code: WorkspaceErrorCode;

  constructor(code: WorkspaceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorkspaceError';
    this.code = code;
  }
}
