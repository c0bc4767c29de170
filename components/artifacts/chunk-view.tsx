'use client';

import { memo, useEffect, useState } from 'react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import type { LineChunk } from './line-source.ts';
import type { Viewer } from './viewer.ts';

/** One chunk: plain at once, coloured when the browser has nothing better to do and nobody scrolls. */
export const ChunkView = memo(function ChunkView(props: {
  chunk: LineChunk;
  viewer: Extract<Viewer, { kind: 'lines' }>;
  firstNumber: number;
  language: string | null;
  openState: string;
  metadata: ArtifactMetadata;
  previousLine: string | null;
  isScrolling: boolean;
}) {
  const { viewer, chunk } = props;
  const isColoured = useIdle(!props.isScrolling);
  return (
    <viewer.Chunk
      lines={chunk.lines}
      cut={chunk.cut}
      firstNumber={props.firstNumber}
      language={isColoured ? props.language : null}
      openState={props.openState}
      metadata={props.metadata}
      previousLine={props.previousLine}
      hasGutter
    />
  );
});

/** True from the first idle moment after `isAllowed`, for good. */
function useIdle(isAllowed: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (isIdle || !isAllowed) return;
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIsIdle(true), 50);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(() => setIsIdle(true), { timeout: 500 });
    return () => cancelIdleCallback(request);
  }, [isIdle, isAllowed]);
  return isIdle;
}
