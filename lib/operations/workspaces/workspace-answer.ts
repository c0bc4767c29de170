import { type ErrorCode, VitrineError } from '#lib/core/errors.ts';
import { isWorkspaceError, type WorkspaceErrorCode } from '#lib/workspace/workspace-error.ts';

const codes: Partial<Record<WorkspaceErrorCode, ErrorCode>> = {
  not_found: 'not_found',
  bad_path: 'invalid_request',
};

/** Errors of a workspace, as a request is answered with them. @throws VitrineError */
export function throwAsAnswer(error: unknown): never {
  if (!isWorkspaceError(error)) throw error;
  throw new VitrineError(codes[error.code] ?? 'not_possible', error.message, { cause: error });
}

export const workspaceGone = () =>
  new VitrineError('not_possible', 'The workspace of this conversation no longer exists.');
