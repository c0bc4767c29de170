'use client';

import type { ReactNode } from 'react';
import { CutMark } from '#components/artifacts/lines/cut-mark.tsx';
import { AfterLine } from '#components/artifacts/text/after-line.tsx';
import { useLineSurroundings } from '#components/artifacts/text/line-context.tsx';
import type { DiffTextRow } from './parse-diff.ts';

const signs: Record<DiffTextRow['kind'], string> = { context: '', add: '+', del: '−' };

/** One line of a diff: its old and new number, its sign, and its text. */
export function DiffLine(props: {
  row: DiffTextRow;
  /** The line's number in the diff itself, by which it is selected and shared. */
  line: number;
  /** Size in bytes of the whole line, if it is shown cut. */
  cutByteLength?: number | undefined;
  children: ReactNode;
}) {
  const { row, line } = props;
  const { selection } = useLineSurroundings();
  const isSelected = selection !== null && line >= selection.from && line <= selection.to;
  return (
    <>
      <div className={`ln ${row.kind}${isSelected ? ' sel' : ''}`} data-line={line}>
        <DiffNumber className="no old" number={row.oldNumber} line={line} isChosenHere={row.kind === 'del'} />
        <DiffNumber className="no" number={row.newNumber} line={line} isChosenHere={row.kind !== 'del'} />
        <span className="sign">{signs[row.kind]}</span>
        <span className="src">
          {props.children}
          {props.cutByteLength !== undefined && <CutMark line={line} byteLength={props.cutByteLength} />}
        </span>
      </div>
      <AfterLine lines={[line]} />
    </>
  );
}

/** A line number of the file. Clicking it selects the diff's line, since the diff is what is stored. */
export function DiffNumber(props: {
  className: string;
  number: number | null;
  line: number;
  /** The line can be selected here even if the file's number is not known. */
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
