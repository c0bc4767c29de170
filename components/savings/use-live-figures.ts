import { useEffect } from 'react';
import useSWR from 'swr';
import { readResource } from '../ui/use-resource.ts';

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
  const { data, error, mutate } = useSWR<T>(url, (address: string) => readResource<T>(address), {
    fallbackData: initial,
    revalidateOnMount: false,
    refreshInterval: periodMs,
    revalidateOnFocus: true,
    shouldRetryOnError: true,
    onErrorRetry: (_error, _url, _options, retry, { retryCount }) => {
      setTimeout(() => void retry({ retryCount }), Math.min(periodMs * 2 ** retryCount, longestMs));
    },
  });
  // The page that comes back to this address brings figures that are newer.
  useEffect(() => () => void mutate(undefined, { revalidate: false }), [mutate]);
  return { figures: data ?? initial, isStale: error !== undefined, refresh: () => void mutate() };
}
