import { useEffect, useState } from 'react';
import useSWR from 'swr';
import type { ArtifactList } from '#lib/core/api/artifact-list.ts';
import type { NothingFound } from '#lib/core/api/nothing-found.ts';
import type { FoundKind, SearchResults } from '#lib/core/api/search-results.ts';
import { readResource } from '../ui/read-resource.ts';
import type { RequestError } from '../ui/request-error.ts';
import { useReader } from '../ui/use-reader.ts';
import { artifactRow, type PaletteRow } from './palette-rows.ts';

const pauseMs = 120;

interface Asked {
  query: string;
  /** `null`: all kinds. */
  kind: FoundKind | null;
  /** The member whose messages and artifacts are searched; `null`: of all. */
  by: string | null;
}

/**
 * Searches after a pause in typing. Until the answer comes, that of the query before stays.
 * @param asked `null`: nothing to search for
 */
export function usePaletteSearch(asked: Asked | null): {
  results: SearchResults | null;
  /** The results are those of an earlier query. */
  isBehind: boolean;
  error: string | null;
} {
  const url = asked === null ? null : `/api/search?${parametersOf(asked)}`;
  const settled = useSettled(url, pauseMs);
  const { data, error, isLoading } = useSWR<SearchResults, RequestError>(
    url === null ? null : settled,
    (address: string) => readResource<SearchResults>(address),
    { keepPreviousData: true },
  );
  useReader(settled);
  if (url === null) return { results: null, isBehind: false, error: null };
  if (error && error.failure.code !== 'aborted') {
    return { results: null, isBehind: false, error: error.failure.error };
  }
  return { results: data ?? null, isBehind: settled !== url || isLoading, error: null };
}

const recentUrl = '/api/artifacts?limit=3';

/** A few of the latest artifacts that the member may read. */
export function useRecentArtifacts(): PaletteRow[] {
  const { data } = useSWR<ArtifactList, RequestError>(recentUrl, (address: string) =>
    readResource<ArtifactList>(address),
  );
  useReader(recentUrl);
  return (data?.artifacts ?? []).map(({ author, state, ...entry }) =>
    artifactRow({ ...entry, by: author, isExpired: state === 'expired' }),
  );
}

/** @param asked what found nothing; `null`: nothing is to be explained */
export function useNothingFound(asked: Omit<Asked, 'by'> | null): {
  nothingFound: NothingFound | null;
  isExplaining: boolean;
} {
  const url = asked === null ? null : `/api/search/nothing-found?${parametersOf({ ...asked, by: null })}`;
  const { data, isLoading } = useSWR<NothingFound, RequestError>(url, (address: string) =>
    readResource<NothingFound>(address),
  );
  useReader(url);
  return { nothingFound: data ?? null, isExplaining: url !== null && isLoading };
}

function parametersOf({ query, kind, by }: Asked): URLSearchParams {
  return new URLSearchParams({
    q: query,
    ...(kind === null ? {} : { kind }),
    ...(by === null ? {} : { by }),
  });
}

/** The value once it has not changed for a while. */
function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
