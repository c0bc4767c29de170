'use client';

import { memo } from 'react';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { useIdle } from '../api/use-idle.ts';
import type { LineRenderer } from './line-renderer.ts';
import type { LineChunk } from './line-source.ts';

/** One chunk of lines: plain at first, coloured when the browser is idle and nobody scrolls. */
export const ChunkView = memo(function ChunkView(props: {
  chunk: LineChunk;
  renderer: LineRenderer;
  firstNumber: number;
  language: string | null;
  openState: string;
  metadata: ArtifactMetadata;
  previousLine: string | null;
  isScrolling: boolean;
}) {
  const { renderer, chunk } = props;
  const isColoured = useIdle(!props.isScrolling);
  return (
    <renderer.Chunk
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
