/** Every way a request can fail, with its HTTP status. This closed list is what the API returns as `code`. */
export const errorStatus = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_id: 400,
  invalid_lines: 400,
  not_text: 400,
  unknown_model: 400,
  unknown_workspace: 400,
  /** Nobody is signed in. */
  signed_out: 401,
  forbidden_origin: 403,
  forbidden: 403,
  not_found: 404,
  artifact_expired: 404,
  artifact_writing: 409,
  /** A file changed since the edit was made. */
  changed: 409,
  not_possible: 409,
  /** A single-use link was already used, has expired, or was revoked. */
  invite_gone: 410,
  /** A member already has this name, or one that looks the same. */
  name_taken: 409,
  not_repeatable: 409,
  terminal_in_use: 409,
  message_too_long: 413,
  body_too_large: 413,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  wrong_host: 421,
  too_many_streams: 429,
  too_many_requests: 429,
  /** What is kept fills the team's storage. */
  storage_full: 507,
  internal: 500,
  storage_unavailable: 503,
  /** Too many bytes are being read at once. */
  busy: 503,
  draining: 503,
  /** No process is there that has the files of the workspace, or none has room for a copy of them. */
  no_runner: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The one error class: a code of the closed list and a sentence for people. */
export class VitrineError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VitrineError';
    this.code = code;
  }
}

/**
 * Compares by name instead of class: under `next dev` the services that throw may use another instance of
 * this module than the route that catches.
 */
export const isVitrineError = (error: unknown): error is VitrineError =>
  error instanceof Error && error.name === 'VitrineError';

/** One answer for unknown, foreign and forbidden IDs, so that nobody learns which IDs exist. */
export const notFound = () => new VitrineError('not_found', 'Not found');

/** There is no session, or it has ended. */
export const signedOut = (message = 'Sign in first') => new VitrineError('signed_out', message);

/** The caller may see the subject but not do this with it. */
export const forbidden = (message: string) => new VitrineError('forbidden', message);

/** The artifact's bytes have expired. */
export const expired = () => new VitrineError('artifact_expired', 'Expired');

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
