import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { fetchLines } from '../api/artifact-api.ts';
import { rememberedHead } from '../api/read-heads.ts';
import { createLineSource, type LineSource } from './line-source.ts';

/** How many lines an artifact has, and whether more may come. */
interface LineExtent {
  lineCount: number;
  byteLength: number;
  isGrowing: boolean;
}

/**
 * The line source of a viewer, retained while it grows; a new artifact gets a new source, and the old one's
 * requests are aborted.
 */
export function useLineSource(baseUrl: string, extent: LineExtent): LineSource {
  const { lineCount, byteLength } = extent;
  const first = useRef(extent);
  const source = useMemo(
    () =>
      createLineSource(
        first.current.lineCount,
        (from, to, signal) => fetchLines(baseUrl, from, to, signal),
        first.current.isGrowing,
        rememberedHead(baseUrl)?.lines ?? null,
      ),
    [baseUrl],
  );
  const result = useRef({ lineCount, byteLength });
  useEffect(() => {
    if (result.current.lineCount === lineCount && result.current.byteLength === byteLength) return;
    result.current = { lineCount, byteLength };
    source.grow(lineCount);
  }, [source, lineCount, byteLength]);
  useEffect(() => () => source.close(), [source]);
  useSyncExternalStore(source.subscribe, source.version, source.version);
  return source;
}
