import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { fetchLines } from './artifact-api.ts';
import { createLineSource, type LineSource } from './line-source.ts';

/** The lines behind a viewer; a new artifact gets a new source, and the old one's requests end. */
export function useLineSource(baseUrl: string, lineCount: number): LineSource {
  const source = useMemo(
    () => createLineSource(lineCount, (from, to, signal) => fetchLines(baseUrl, from, to, signal)),
    [baseUrl, lineCount],
  );
  useEffect(() => () => source.close(), [source]);
  useSyncExternalStore(source.subscribe, source.version, source.version);
  return source;
}
