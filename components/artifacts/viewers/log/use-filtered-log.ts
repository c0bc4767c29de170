import { useRef, useState } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import type { FilterRecord, LogFilter } from '#lib/core/api/log-filter.ts';
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
  'use memo';
  const [state, setState] = useState(() => beginFilter(null));
  const reading = useRef<AbortController | null>(null);
  const isFiltering = filter.levels.length > 0 || filter.query !== '';
  const isGrowing = life === 'writing';
  const isCounted = !isGrowing && byteLength <= countedBytes;

  const read = async (from: number | null) => {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    await eachPage(
      filterIn(baseUrl, filter, from, controller.signal),
      controller.signal,
      (records, isFirst) => {
        // Previous rows stay visible until new ones arrive.
        const isAnew = isFirst && from === null;
        setState((before) => addRecords(isAnew ? beginFilter(before.counts) : before, records));
      },
    );
    if (reading.current === controller) reading.current = null;
  };

  // Once complete, the log is read again, since its last line may be new and all lines are counted.
  useEffectOn([baseUrl, filter, isFiltering, isCounted, isGrowing], () => {
    if (!isFiltering) setState(({ counts }) => beginFilter(counts));
    const timer = isFiltering || isCounted ? setTimeout(() => void read(null), restMs) : undefined;
    return () => {
      clearTimeout(timer);
      reading.current?.abort();
      reading.current = null;
    };
  });

  const { readTo, next } = state;
  // Reads on when bytes were appended.
  useEffectOn([byteLength, readTo, next, isGrowing, isFiltering, baseUrl, filter], () => {
    if (!isGrowing || !isFiltering || readTo === null || next !== null) return;
    const timer = setTimeout(() => {
      if (reading.current === null) void read(readTo);
    }, growMs);
    return () => clearTimeout(timer);
  });

  return {
    state,
    readOn() {
      if (next !== null && reading.current === null) void read(next);
    },
  };
}

async function eachPage(
  pages: AsyncIterable<FilterRecord[]>,
  signal: AbortSignal,
  onPage: (records: FilterRecord[], isFirst: boolean) => void,
): Promise<void> {
  let isFirst = true;
  for await (const records of pages) {
    if (signal.aborted) return;
    onPage(records, isFirst);
    isFirst = false;
  }
}
