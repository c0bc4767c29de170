import { readShared } from './read-shared.ts';
import { RequestError } from './request-error.ts';
import { type RequestResult, requestJson } from './request-json.ts';

/**
 * Requests a JSON answer of this site's API. An earlier request of the same URL is aborted, and answers as
 * this one does.
 * @param schedule sends it later; what was aborted by then is not sent
 * @throws {RequestError} its code is `aborted` if the last reader left
 */
export const readResource = <T>(
  url: string,
  schedule: (send: () => Promise<RequestResult<T>>) => Promise<RequestResult<T>> = (send) => send(),
): Promise<T> =>
  readShared(url, async (signal) => {
    const result = await schedule(async () =>
      signal.aborted ? aborted : await requestJson<T>(url, { signal }),
    );
    if (!result.ok) throw new RequestError(result);
    return result.value;
  });

const aborted = { ok: false, code: 'aborted', error: 'Stopped.' } as const;
