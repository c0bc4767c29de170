'use client';

import { memo } from 'react';
import type { Segment } from '../text/code-segments.ts';
import { HighlightedRows } from '../text/highlighted-rows.tsx';
import { MarkedLine } from '../text/marked-line.tsx';
import type { ChunkProps } from './line-renderer.ts';
import { LineRow } from './line-row.tsx';

/** Lines with their numbers, coloured if the language is known. */
export const CodeChunk = memo(function CodeChunk(props: ChunkProps) {
  'use memo';
  const { firstNumber, cut, hasGutter } = props;
  const renderLine = (segments: Segment[], index: number) => (
    <LineRow
      key={firstNumber + index}
      line={hasGutter ? firstNumber + index : null}
      cutByteLength={cut.get(index)}
    >
      <MarkedLine segments={segments} line={hasGutter ? firstNumber + index : null} />
    </LineRow>
  );
  return (
    <HighlightedRows
      lines={props.lines}
      language={props.language}
      openState={props.openState}
      renderLine={renderLine}
    />
  );
});
