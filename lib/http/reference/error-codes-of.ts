import type { ErrorCode } from '#lib/core/errors.ts';
import type { Route } from '../routing/define-route.ts';
import { isOpen, type Scope } from '../routing/scope.ts';

const ofScope: Record<Scope, readonly ErrorCode[]> = {
  everyone: [],
  share: ['not_found'],
  team: [],
  member: ['not_found'],
  conversation: ['not_found'],
  artifact: ['not_found', 'not_possible'],
  content: ['not_found'],
};

const ofBody: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
];

/** Error codes that every route can return, for reasons independent of the route. */
export const commonErrorCodes: readonly ErrorCode[] = [
  'wrong_host',
  'too_many_requests',
  'internal',
  'storage_unavailable',
];

/**
 * Error codes of a route besides the common ones: those that follow from its path, right, scope and schemas,
 * and those it declares.
 */
export function errorCodesOf({
  method,
  path,
  scope,
  right,
  query,
  body,
  needsFiles,
  errors = [],
}: Route): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(path.includes(':') && !isOpen(scope) ? (['invalid_id'] as const) : []),
    ...(query ? (['invalid_request'] as const) : []),
    ...(body ? ofBody : []),
    ...(isOpen(scope) ? [] : (['signed_out'] as const)),
    ...(method === 'GET' ? [] : (['forbidden_origin'] as const)),
    ...(right === 'manage' && scope !== 'member' ? (['forbidden'] as const) : []),
    ...ofScope[scope],
    ...(needsFiles ? (['no_runner'] as const) : []),
    ...errors,
  ];
  return [...new Set(codes)].filter((code) => !commonErrorCodes.includes(code));
}
