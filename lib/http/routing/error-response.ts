import { type ErrorCode, errorStatus, isVitrineError } from '#lib/core/errors.ts';
import type { Services } from '#lib/services.ts';

/** When a retry is worthwhile, in seconds; rates are counted by the minute. */
const retryAfter: Partial<Record<ErrorCode, number>> = {
  too_many_streams: 5,
  too_many_requests: 60,
  busy: 5,
  no_runner: 5,
};

/**
 * The one place that maps errors to responses. Errors outside the closed list are logged and answered as
 * `internal`.
 */
export function errorResponse(error: unknown, { log, metrics }: Pick<Services, 'log' | 'metrics'>): Response {
  if (!isVitrineError(error)) {
    log.error({ err: error }, 'a request failed');
    return Response.json(
      { error: 'Something went wrong on the server', code: 'internal' },
      { status: errorStatus.internal },
    );
  }
  if (error.code === 'storage_unavailable') {
    metrics.storeFailed('request');
    log.warn({ err: error }, 'the store does not answer');
  }
  const waitSeconds = retryAfter[error.code];
  return Response.json(
    { error: error.message, code: error.code },
    {
      status: errorStatus[error.code],
      headers: waitSeconds === undefined ? {} : { 'Retry-After': String(waitSeconds) },
    },
  );
}
