'use client';

import { memo } from 'react';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { useIdle } from '../api/use-idle.ts';
import type { LineChunk } from './line-source.ts';
import type { Viewer } from './viewer.ts';

/** One chunk of lines: plain at first, coloured when the browser is idle and nobody scrolls. */
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
