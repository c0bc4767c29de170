'use client';

import { memo } from 'react';
import { AfterLine } from '#components/artifacts/text/after-line.tsx';
import { plainSegments, type Segment } from '#components/artifacts/text/code-segments.ts';
import type { FileLocation } from '#components/artifacts/text/file-paths.ts';
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
      <AcrossRow
        key={run.row.position}
        row={run.row}
        line={firstNumber + run.row.position}
        path={pathBelow(props, run.row)}
      />
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
export function AcrossRow(props: {
  row: Exclude<DiffRow, DiffTextRow>;
  line: number;
  /** The file of the rows below; `null`: not known. */
  path?: string | null;
}) {
  const { row, line, path = null } = props;
  if (row.kind === 'head') return <DiffFileHead head={row} line={line} />;
  const text = row.kind === 'hunk' ? withMinus(row.text) : row.text;
  const location = row.kind === 'hunk' ? newLocation(row.text, path) : null;
  return (
    <>
      <div className={row.kind === 'hunk' ? 'hunk' : 'ln diff-note'} data-line={line}>
        <MarkedLine segments={location ? linkedStart(text, location) : plainSegments(text)} line={line} />
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

/** Where a hunk begins in the file as the diff leaves it; `null`: it leaves none. */
function newLocation(text: string, path: string | null): FileLocation | null {
  const line = Number(/^@@ -\S+ \+(\d+)/.exec(text)?.[1] ?? 0);
  return path === null || line === 0 ? null : { path, line };
}

/** The numbers of a hunk lead to its lines in the file. */
function linkedStart(text: string, location: FileLocation): Segment[] {
  const end = text.indexOf(' @@') + 3;
  return [
    { text: text.slice(0, end), className: '', location },
    { text: text.slice(end), className: '' },
  ];
}

/** The file of the first line below a row; `null`: not known. */
export const pathBelow = (
  { rows, path }: Pick<DiffRowsProps, 'rows' | 'path'>,
  { position }: { position: number },
): string | null =>
  rows.find((row): row is DiffTextRow => row.position > position && 'marks' in row)?.path ?? path;

/** Uses a minus sign as wide as the plus. */
const withMinus = (text: string): string => text.replace(/^@@ -/, '@@ −');
