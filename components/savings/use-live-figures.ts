import { useQuery } from '@tanstack/react-query';
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
  const { data, failureCount, refetch } = useQuery<T>({
    queryKey: [url],
    queryFn: ({ signal }) => readResource<T>(url, signal),
    initialData: initial,
    // They are as old as the page.
    staleTime: periodMs,
    gcTime: 0,
    refetchInterval: periodMs,
    refetchOnWindowFocus: 'always',
    retry: true,
    retryDelay: (count) => Math.min(periodMs * 2 ** (count + 1), longestMs),
  });
  return { figures: data ?? initial, isStale: failureCount > 0, refresh: () => void refetch() };
}
