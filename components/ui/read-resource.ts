import { RequestError } from './request-error.ts';
import { type RequestResult, requestJson } from './request-json.ts';

interface Pending {
  answer: Promise<unknown>;
  controller: AbortController;
}

const pendingByUrl = new Map<string, Pending>();
const readersByUrl = new Map<string, number>();

type Send = () => Promise<RequestResult<unknown>>;
const atOnce = (send: Send) => send();

/**
 * Requests a JSON answer of this site's API. An earlier request of the same URL is aborted, and answers as
 * this one does.
 * @param schedule sends it later; what was aborted by then is not sent
 * @throws {RequestError} its code is `aborted` if the last reader left
 */
export function readResource<T>(
  url: string,
  schedule: (send: Send) => Promise<RequestResult<unknown>> = atOnce,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const send: Send = async () => (signal.aborted ? aborted : await requestJson<unknown>(url, { signal }));
  const answer = schedule(send).then((result): unknown => {
    const latest = pendingByUrl.get(url);
    if (signal.aborted && latest && latest.controller !== controller) return latest.answer;
    if (latest?.controller === controller) pendingByUrl.delete(url);
    if (!result.ok) throw new RequestError(result);
    return result.value;
  });
  const earlier = pendingByUrl.get(url);
  pendingByUrl.set(url, { answer, controller });
  earlier?.controller.abort();
  // Page and API are built together.
  return answer as Promise<T>;
}

const aborted = { ok: false, code: 'aborted', error: 'Stopped.' } as const;

/** Adds a reader of a URL's answer. @returns removes it; what nobody reads any more is aborted */
export function addReader(url: string): () => void {
  readersByUrl.set(url, (readersByUrl.get(url) ?? 0) + 1);
  return () => {
    const left = (readersByUrl.get(url) ?? 1) - 1;
    if (left > 0) {
      readersByUrl.set(url, left);
      return;
    }
    readersByUrl.delete(url);
    // Another component that takes over in the same commit adds itself first.
    setTimeout(() => {
      if (!readersByUrl.has(url)) pendingByUrl.get(url)?.controller.abort();
    });
  };
}
