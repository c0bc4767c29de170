'use client';

import { memo } from 'react';
import type { ChunkProps } from '#components/artifacts/lines/line-renderer.ts';
import { DiffRows } from './diff-rows.tsx';
import { parseDiffState } from './diff-state.ts';
import { parseDiff } from './parse-diff.ts';

/** A chunk of a diff in the panel. */
export const DiffChunk = memo(function DiffChunk(props: ChunkProps) {
  'use memo';
  const { lines, openState, cut, metadata } = props;
  const rows = parseDiff(lines, parseDiffState(openState), cut);
  return (
    <div className="diff">
      <DiffRows
        rows={rows}
        firstNumber={props.firstNumber}
        cut={cut}
        isColoured={props.language !== null}
        path={onlyFile(metadata.files)}
      />
    </div>
  );
});

/** The file's path if the diff has only one: its head is at the beginning, which may not be loaded. */
const onlyFile = (files: readonly string[]): string | null =>
  files.length === 1 ? (files[0] ?? null) : null;
