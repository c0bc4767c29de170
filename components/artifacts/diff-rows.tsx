'use client';

import { memo, type ReactNode } from 'react';
import { plainSegments, type Segment } from './code-segments.ts';
import { DiffFileHead } from './diff-file-head.tsx';
import { DiffLine } from './diff-line.tsx';
import { diffRuns } from './diff-runs.ts';
import type { TextRange } from './diff-words.ts';
import { HighlightedRows } from './highlighted-rows.tsx';
import type { DiffRow, DiffTextRow } from './parse-diff.ts';
import { languageOfPath } from './prism-language.ts';
import { SegmentText } from './segment-text.tsx';

interface DiffRowsProps {
  rows: readonly DiffRow[];
  /** The number, in the diff itself, of the line at place 0. */
  firstNumber: number;
  cut: ReadonlyMap<number, number>;
  isColoured: boolean;
  /** The file that rows are of which name none. */
  path: string | null;
}

/** Rows of a diff. What stayed has its language's colours; what changed is ink on a wash, its changed words marked. */
export const DiffRows = memo(function DiffRows(props: DiffRowsProps) {
  const { firstNumber, cut } = props;
  const languageOf = (row: DiffTextRow) => {
    const path = row.path ?? props.path;
    return path === null || !props.isColoured ? null : languageOfPath(path);
  };
  const lineOf = (row: DiffTextRow, children: ReactNode) => (
    <DiffLine
      key={row.place}
      row={row}
      line={firstNumber + row.place}
      cutByteLength={cutOf(cut.get(row.place))}
    >
      {children}
    </DiffLine>
  );
  const renderRow = (row: DiffRow) => {
    const line = firstNumber + row.place;
    if (row.kind === 'head') return <DiffFileHead key={row.place} head={row} line={line} />;
    if (row.kind === 'hunk' || row.kind === 'note') {
      return (
        <div key={row.place} className={row.kind === 'hunk' ? 'hunk' : 'ln said'} data-line={line}>
          <SegmentText segments={plainSegments(row.kind === 'hunk' ? withMinus(row.text) : row.text)} />
        </div>
      );
    }
    return lineOf(row, <MarkedText text={row.text} marks={row.marks} />);
  };
  return diffRuns(props.rows, languageOf).map((run) =>
    'row' in run ? (
      renderRow(run.row)
    ) : (
      <HighlightedRows
        key={run.rows[0]?.place}
        lines={run.lines}
        language={run.language}
        openState={run.openState}
        renderLine={(segments: Segment[], index) => {
          const row = run.rows[index];
          return row && lineOf(row, <SegmentText segments={segments} />);
        }}
      />
    ),
  );
});

/** The sign before a line is no byte of it. */
const cutOf = (byteLength: number | undefined): number | undefined =>
  byteLength === undefined ? undefined : byteLength - 1;

/** A minus as wide as the plus beside it. */
const withMinus = (text: string): string => text.replace(/^@@ -/, '@@ −');

function MarkedText({ text, marks }: { text: string; marks: readonly TextRange[] }) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from > at) pieces.push(<Plain key={at} text={text.slice(at, from)} />);
    pieces.push(
      <em key={from}>
        <Plain text={text.slice(from, to)} />
      </em>,
    );
    at = to;
  }
  if (at < text.length) pieces.push(<Plain key={at} text={text.slice(at)} />);
  return pieces;
}

const Plain = ({ text }: { text: string }) => <SegmentText segments={plainSegments(text)} />;
