'use client';

import type { ReactNode } from 'react';
import { CutMark } from '../../lines/cut-mark.tsx';
import { useLineSurroundings } from '../../text/line-context.tsx';
import type { DiffTextRow } from './parse-diff.ts';

const signs: Record<DiffTextRow['kind'], string> = { context: '', add: '+', del: '−' };

/** One line of a diff: its number before and after, what became of it, and what is in it. */
export function DiffLine(props: {
  row: DiffTextRow;
  /** The number of the line in the diff itself, by which it is selected and shared. */
  line: number;
  /** Bytes of the whole line where it is shown cut. */
  cutByteLength?: number | undefined;
  children: ReactNode;
}) {
  const { row, line } = props;
  const { selection } = useLineSurroundings();
  const isSelected = selection !== null && line >= selection.from && line <= selection.to;
  return (
    <div className={`ln ${row.kind}${isSelected ? ' sel' : ''}`} data-line={line}>
      <DiffNumber className="no old" number={row.oldNumber} line={line} isChosenHere={row.kind === 'del'} />
      <DiffNumber className="no" number={row.newNumber} line={line} isChosenHere={row.kind !== 'del'} />
      <span className="sign">{signs[row.kind]}</span>
      <span className="src">
        {props.children}
        {props.cutByteLength !== undefined && <CutMark line={line} byteLength={props.cutByteLength} />}
      </span>
    </div>
  );
}

/** A file's number. What it selects is a line of the diff, since that is what has been stored. */
export function DiffNumber(props: {
  className: string;
  number: number | null;
  line: number;
  /** Also where the number is not known, a line can be chosen. */
  isChosenHere: boolean;
}) {
  const { onSelect } = useLineSurroundings();
  const { className, number, line } = props;
  if (!onSelect || (number === null && !props.isChosenHere))
    return <span className={className}>{number}</span>;
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      aria-label={`Select line ${line} of the diff`}
      title={`Line ${line} of the diff`}
      onClick={(event) => onSelect(line, event.shiftKey)}
    >
      {number}
    </button>
  );
}
