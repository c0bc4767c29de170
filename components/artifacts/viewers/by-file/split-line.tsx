'use client';

import type { ReactNode } from 'react';
import { CutMark } from '#components/artifacts/lines/cut-mark.tsx';
import { AfterLine } from '#components/artifacts/text/after-line.tsx';
import { useLineSurroundings } from '#components/artifacts/text/line-context.tsx';
import { DiffNumber } from '../diff/diff-line.tsx';
import type { DiffTextRow } from '../diff/parse-diff.ts';

const signs: Record<DiffTextRow['kind'], string> = { context: '', add: '+', del: '−' };

/** One half of a row: an old or a new line. */
export interface SplitHalf {
  row: DiffTextRow;
  /** The line's number in the diff itself. */
  line: number;
  cutByteLength: number | undefined;
  children: ReactNode;
}

/** An old line beside the new one; a missing one leaves its half empty. */
export function SplitLine({ left, right }: { left: SplitHalf | null; right: SplitHalf | null }) {
  return (
    <>
      <div className="pair-row">
        <Half half={left} side="old" />
        <Half half={right} side="new" />
      </div>
      <AfterLine lines={linesOf(left, right)} />
    </>
  );
}

/** An unchanged line is on both sides. */
const linesOf = (left: SplitHalf | null, right: SplitHalf | null): number[] => [
  ...new Set([left, right].flatMap((half) => (half === null ? [] : [half.line]))),
];

function Half({ half, side }: { half: SplitHalf | null; side: 'old' | 'new' }) {
  const { selection } = useLineSurroundings();
  if (half === null) return <div className="ln pair-none" />;
  const { row, line, cutByteLength } = half;
  const isSelected = selection !== null && line >= selection.from && line <= selection.to;
  return (
    <div className={`ln ${row.kind}${isSelected ? ' sel' : ''}`} data-line={line}>
      <DiffNumber
        className="no"
        number={side === 'old' ? row.oldNumber : row.newNumber}
        line={line}
        isChosenHere
      />
      <span className="sign">{signs[row.kind]}</span>
      <span className="src">
        {half.children}
        {cutByteLength !== undefined && <CutMark line={line} byteLength={cutByteLength} />}
      </span>
    </div>
  );
}
