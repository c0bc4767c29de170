/** The error in the server's words; code `network` when there was no response at all. */
export interface RequestFailure {
  ok: false;
  code: string;
  error: string;
}
export type RequestResult<T> = { ok: true; value: T } | RequestFailure;

/**
 * One call to this site's own API. Never throws; an aborted call resolves with code `aborted`. The shape of a
 * successful response is trusted: page and API are built together.
 */
export async function requestJson<T>(url: string, init: RequestInit = {}): Promise<RequestResult<T>> {
  try {
    const response = await fetch(url, { ...init, headers: { accept: 'application/json', ...init.headers } });
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    return response.ok ? { ok: true, value: body as T } : failureOf(body, response.status);
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    return isAborted
      ? { ok: false, code: 'aborted', error: 'Stopped.' }
      : {
          ok: false,
          code: 'network',
          error: 'The server did not answer. Check your connection and try again.',
        };
  }
}

export const sendJson = <T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
  requestJson<T>(
    url,
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  );

/** A response that is not a success: its own words, where it has any. */
export function failureOf(body: unknown, status: number): RequestFailure {
  const { error, code } = (body ?? {}) as { error?: unknown; code?: unknown };
  return {
    ok: false,
    code: typeof code === 'string' ? code : 'internal',
    error: typeof error === 'string' ? error : `The server answered ${status}.`,
  };
}
