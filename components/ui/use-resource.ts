import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
  const isOn = url !== null && !isPaused;
  const { data, error, refetch } = useQuery<T, RequestError>({
    queryKey: [url],
    queryFn: ({ signal }) => readResource<T>(url ?? '', signal),
    enabled: isOn,
    refetchInterval: ({ state }) => everyMs?.(state.data ?? null) ?? false,
  });
  const current = useRef({ url, revision });
  useEffect(() => {
    const before = current.current;
    current.current = { url, revision };
    if (!isOn || before.url !== url || before.revision === revision) return;
    const timer = setTimeout(() => void refetch(), restMs);
    return () => clearTimeout(timer);
  }, [url, revision, isOn, restMs, refetch]);
  return { value: data ?? null, failure: error?.failure ?? null, reload: () => void refetch() };
}

/** For queries that need more than `useResource`. @throws {RequestError} */
export async function readResource<T>(url: string, signal: AbortSignal): Promise<T> {
  const result = await requestJson<T>(url, { signal });
  if (!result.ok) throw new RequestError(result);
  return result.value;
}
