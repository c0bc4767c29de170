import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArtifactMetadata } from '../../../../lib/core/artifact.ts';
import type { LogFilter } from '../../../../lib/core/log-filter.ts';
import { filterIn } from './filter-api.ts';
import { addRecords, beginFilter, type FilterState } from './filter-state.ts';

/** Typing goes on for so long. */
const restMs = 150;
/** A log that grows is read on so often. */
const growMs = 500;
/** Up to here its levels are counted without being asked for, once it is complete. */
const countedBytes = 8 * 1024 * 1024;

/** The lines of a log that a filter lets through, read on the server page by page; without a filter only counted. */
export function useFilteredLog(
  baseUrl: string,
  { state: life, byteLength }: ArtifactMetadata,
  filter: LogFilter,
): { state: FilterState; readOn: () => void } {
  const [state, setState] = useState(() => beginFilter(null));
  const reading = useRef<AbortController | null>(null);
  const isFiltering = filter.levels.length > 0 || filter.query !== '';
  const isGrowing = life === 'writing';
  const isCounted = !isGrowing && byteLength <= countedBytes;

  const read = useCallback(
    async (from: number | null) => {
      reading.current?.abort();
      const controller = new AbortController();
      reading.current = controller;
      let isFirst = from === null;
      for await (const records of filterIn(baseUrl, filter, from, controller.signal)) {
        if (controller.signal.aborted) return;
        // What was there before stays in sight until something else is.
        const isAnew = isFirst;
        isFirst = false;
        setState((before) => addRecords(isAnew ? beginFilter(before.counts) : before, records));
      }
      if (reading.current === controller) reading.current = null;
    },
    [baseUrl, filter],
  );

  // Once complete it is read anew: its last line too, and all are counted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when it has stopped growing
  useEffect(() => {
    if (!isFiltering) setState(({ counts }) => beginFilter(counts));
    const timer = isFiltering || isCounted ? setTimeout(() => void read(null), restMs) : undefined;
    return () => {
      clearTimeout(timer);
      reading.current?.abort();
      reading.current = null;
    };
  }, [read, isFiltering, isCounted, isGrowing]);

  const { readTo, next } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more bytes are more lines
  useEffect(() => {
    if (!isGrowing || !isFiltering || readTo === null || next !== null) return;
    const timer = setTimeout(() => {
      if (reading.current === null) void read(readTo);
    }, growMs);
    return () => clearTimeout(timer);
  }, [byteLength, readTo, next, isGrowing, isFiltering, read]);

  return {
    state,
    readOn() {
      if (next !== null && reading.current === null) void read(next);
    },
  };
}
