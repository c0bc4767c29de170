import { useEffect } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { readResource } from '../ui/read-resource.ts';
import { useReader } from '../ui/use-reader.ts';
import { whenVisibleAfter } from '../ui/when-visible.ts';

const periodMs = 5_000;
const longestMs = 60_000;

/**
 * Figures that are reloaded in place while the page is visible, less often while the server does not answer.
 * The page's initial figures are shown until then, and again when the address changes.
 */
export function useLiveFigures<T>(
  url: string,
  initial: T,
): {
  figures: T;
  isStale: boolean;
  /** Reloads now, because something has changed. */
  refresh: () => void;
} {
  const { mutate: mutateAt } = useSWRConfig();
  const { data, error, mutate } = useSWR<T>(url, (address: string) => readResource<T>(address), {
    fallbackData: initial,
    revalidateOnMount: false,
    refreshInterval: periodMs,
    revalidateOnFocus: true,
    shouldRetryOnError: true,
    onErrorRetry: (_error, _url, _options, retry, attempt) => {
      const ms = Math.min(periodMs * 2 ** attempt.retryCount, longestMs);
      whenVisibleAfter(ms, () => void retry(attempt));
    },
  });
  useReader(url);
  // The page that comes back to this address brings figures that are newer.
  useEffect(() => () => void mutateAt(url, undefined, { revalidate: false }), [mutateAt, url]);
  return { figures: data ?? initial, isStale: error !== undefined, refresh: () => void mutate() };
}
