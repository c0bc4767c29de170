import { useEffect, useRef } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { readResource } from './read-resource.ts';
import type { RequestError } from './request-error.ts';
import type { RequestFailure } from './request-json.ts';
import { useReader } from './use-reader.ts';
import { whenVisibleAfter } from './when-visible.ts';

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
  const { cache } = useSWRConfig();
  const intervalMs = (latest: T | null): number => everyMs?.(latest) || 0;
  const { data, error, mutate } = useSWR<T, RequestError>(url, (wanted: string) => readResource<T>(wanted), {
    refreshInterval: (latest) => intervalMs(latest ?? null),
    // SWR ends its own interval at the first failure.
    shouldRetryOnError: everyMs !== undefined,
    onErrorRetry: (_error, key, _options, retry, attempt) => {
      const ms = intervalMs((cache.get(key)?.data as T | undefined) ?? null);
      if (ms > 0) whenVisibleAfter(ms, () => void retry(attempt));
    },
    isPaused: () => isPaused,
    revalidateOnMount: !isPaused,
  });
  useReader(url);
  const current = useRef({ url, revision, isPaused });
  useEffect(() => {
    const before = current.current;
    current.current = { url, revision, isPaused };
    const isSame = before.revision === revision && before.isPaused === isPaused;
    if (isPaused || before.url !== url || isSame) return;
    const timer = setTimeout(() => void mutate(), restMs);
    return () => clearTimeout(timer);
  }, [url, revision, isPaused, restMs, mutate]);
  const failure = error && error.failure.code !== 'aborted' ? error.failure : null;
  return { value: data ?? null, failure, reload: () => void mutate() };
}
