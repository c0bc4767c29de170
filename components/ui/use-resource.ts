import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import { RequestError } from './request-error.ts';
import { type RequestFailure, requestJson } from './request-json.ts';

/** What the server answered. */
export interface Resource<T> {
  /** The latest successful answer; `null`: none yet. */
  value: T | null;
  /** Why the latest request failed; `null`: it did not. */
  failure: RequestFailure | null;
  /** Requests it again, now. */
  reload: () => void;
}

interface Options<T> {
  /** When it changes, the answer is requested again. What is shown stays until then. */
  revision?: string | number | null;
  /** Changes within this time, in ms, are served by one request. */
  restMs?: number;
  /** Requests it again at this interval, in ms, while the page is visible; `false`: it does not. */
  everyMs?: (value: T | null) => number | false;
  /** Requests nothing for now; what is known stays. */
  isPaused?: boolean;
}

/**
 * A JSON answer of this site's API, requested when it is first shown. Components that show the same answer
 * share one request.
 * @param url `null`: not wanted yet
 */
export function useResource<T>(
  url: string | null,
  { revision = null, restMs = 0, everyMs, isPaused = false }: Options<T> = {},
): Resource<T> {
  'use memo';
  const { data, error, mutate } = useSWR<T, RequestError>(url, readResource, {
    refreshInterval: (latest) => everyMs?.(latest ?? null) || 0,
    isPaused: () => isPaused,
    revalidateOnMount: !isPaused,
  });
  const current = useRef({ url, revision, isPaused });
  useEffect(() => {
    const before = current.current;
    current.current = { url, revision, isPaused };
    const isSame = before.revision === revision && before.isPaused === isPaused;
    if (isPaused || before.url !== url || isSame) return;
    const timer = setTimeout(() => void mutate(), restMs);
    return () => clearTimeout(timer);
  }, [url, revision, isPaused, restMs, mutate]);
  return { value: data ?? null, failure: error?.failure ?? null, reload: () => void mutate() };
}

/** For resources that need more than `useResource`. @throws {RequestError} */
export async function readResource<T>(url: string): Promise<T> {
  const result = await requestJson<T>(url);
  if (!result.ok) throw new RequestError(result);
  return result.value;
}
