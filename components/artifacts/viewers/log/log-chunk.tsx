'use client';

import { memo } from 'react';
import type { ChunkProps } from '#components/artifacts/lines/line-renderer.ts';
import { LineRow } from '#components/artifacts/lines/line-row.tsx';
import { MarkedLine } from '#components/artifacts/text/marked-line.tsx';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { segmentsOfLines } from './log-segments.ts';

/** Lines of a log: coloured levels, folded repeated times, and dimmed continuation lines. */
export const LogChunk = memo(function LogChunk(props: ChunkProps) {
  'use memo';
  const { lines, firstNumber, cut, metadata, hasGutter } = props;
  const isTerminal = traitsOf(metadata.type).hasEscapes;
  const rows = segmentsOfLines(isTerminal ? lines.map(plainTerminalText) : lines);
  return rows.map((segments, index) => {
    const position = firstNumber + index;
    const number = hasGutter ? position : null;
    return (
      <LineRow key={position} line={number} cutByteLength={cut.get(index)}>
        <MarkedLine segments={segments} line={number} />
      </LineRow>
    );
  });
});
