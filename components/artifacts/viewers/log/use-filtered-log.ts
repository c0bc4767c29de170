import { useCallback, useEffect, useRef, useState } from 'react';
import type { LogFilter } from '#lib/core/api/log-filter.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { filterIn } from './filter-api.ts';
import { addRecords, beginFilter, type FilterState } from './filter-state.ts';

/** Pause in typing after which the filter runs. */
const restMs = 150;
/** Interval at which a growing log is read on. */
const growMs = 500;
/** Logs up to this size are counted by level without a filter, once complete. */
const countedBytes = 8 * 1024 * 1024;

/** The lines of a log that match a filter, read page by page; without a filter, levels are only counted. */
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
        // Previous rows stay visible until new ones arrive.
        const isAnew = isFirst;
        isFirst = false;
        setState((before) => addRecords(isAnew ? beginFilter(before.counts) : before, records));
      }
      if (reading.current === controller) reading.current = null;
    },
    [baseUrl, filter],
  );

  // Once complete, the log is read again, since its last line may be new and all lines are counted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the log stops growing
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads on when bytes were appended
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
