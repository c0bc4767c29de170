'use client';

import { memo } from 'react';
import { AfterLine } from '#components/artifacts/text/after-line.tsx';
import { plainSegments, type Segment } from '#components/artifacts/text/code-segments.ts';
import { HighlightedRows } from '#components/artifacts/text/highlighted-rows.tsx';
import { MarkedLine } from '#components/artifacts/text/marked-line.tsx';
import { languageOfPath } from '#components/artifacts/text/prism-language.ts';
import { ChangedText } from './changed-text.tsx';
import { DiffFileHead } from './diff-file-head.tsx';
import { DiffLine } from './diff-line.tsx';
import { diffRuns } from './diff-runs.ts';
import type { DiffRow, DiffTextRow } from './parse-diff.ts';

export interface DiffRowsProps {
  rows: readonly DiffRow[];
  /** Number in the diff itself of the line at position 0. */
  firstNumber: number;
  cut: ReadonlyMap<number, number>;
  isColoured: boolean;
  /** The file of rows that name none. */
  path: string | null;
}

/**
 * Rows of a diff in their language's colours; changed lines have a background, and changed words are marked.
 */
export const DiffRows = memo(function DiffRows(props: DiffRowsProps) {
  const { firstNumber, cut } = props;
  return diffRuns(props.rows, languageIn(props)).map((run) =>
    'row' in run ? (
      <AcrossRow key={run.row.position} row={run.row} line={firstNumber + run.row.position} />
    ) : (
      <HighlightedRows
        key={run.rows[0]?.position}
        lines={run.lines}
        language={run.language}
        openState={run.openState}
        renderLine={(segments: Segment[], index) => {
          const row = run.rows[index];
          if (!row) return null;
          const line = firstNumber + row.position;
          return (
            <DiffLine key={row.position} row={row} line={line} cutByteLength={cutOf(cut, row)}>
              <ChangedText row={row} segments={segments} line={line} />
            </DiffLine>
          );
        }}
      />
    ),
  );
});

/** A row that is not a line of a file: a file head, a hunk header, or a note of the diff format. */
export function AcrossRow({ row, line }: { row: Exclude<DiffRow, DiffTextRow>; line: number }) {
  if (row.kind === 'head') return <DiffFileHead head={row} line={line} />;
  const text = row.kind === 'hunk' ? withMinus(row.text) : row.text;
  return (
    <>
      <div className={row.kind === 'hunk' ? 'hunk' : 'ln diff-note'} data-line={line}>
        <MarkedLine segments={plainSegments(text)} line={line} />
      </div>
      <AfterLine lines={[line]} />
    </>
  );
}

/** The language of a row, if rows are coloured. */
export const languageIn =
  ({ path, isColoured }: Pick<DiffRowsProps, 'path' | 'isColoured'>) =>
  (row: DiffTextRow): string | null => {
    const file = row.path ?? path;
    return file === null || !isColoured ? null : languageOfPath(file);
  };

/** Size in bytes of a cut line, without the sign, which is not part of the line. */
export function cutOf(cut: ReadonlyMap<number, number>, { position }: DiffTextRow): number | undefined {
  const byteLength = cut.get(position);
  return byteLength === undefined ? undefined : byteLength - 1;
}

/** Uses a minus sign as wide as the plus. */
const withMinus = (text: string): string => text.replace(/^@@ -/, '@@ −');
