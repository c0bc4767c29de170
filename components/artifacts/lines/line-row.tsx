'use client';

import type { ReactNode } from 'react';
import { useLineSurroundings } from '../text/line-context.tsx';
import { CutMark } from './cut-mark.tsx';

/** One line: its number and its content. */
export function LineRow(props: {
  /** The displayed line number; `null`: no gutter. */
  line: number | null;
  className?: string;
  /** Size in bytes of the whole line, if it is shown cut. */
  cutByteLength?: number | undefined;
  /** Rendered between the number and the text. */
  aside?: ReactNode;
  /** Rendered at the right edge of the visible area. */
  after?: ReactNode;
  children: ReactNode;
}) {
  const { selection } = useLineSurroundings();
  const { line } = props;
  const isSelected = line !== null && selection !== null && line >= selection.from && line <= selection.to;
  const className = ['ln', isSelected ? 'sel' : '', props.className ?? ''].filter(Boolean).join(' ');
  return (
    <div className={className} {...(line === null ? {} : { 'data-line': line })}>
      {line !== null && <LineNumber line={line} />}
      {props.aside}
      <span className="src">
        {props.children}
        {props.cutByteLength !== undefined && <CutMark line={line} byteLength={props.cutByteLength} />}
      </span>
      {props.after}
    </div>
  );
}

/** Not a tab stop: a file would have thousands. Go to line and the selection bar work from the keyboard. */
function LineNumber({ line }: { line: number }) {
  const { onSelect } = useLineSurroundings();
  if (!onSelect) return <span className="no">{line}</span>;
  return (
    <button
      type="button"
      className="no"
      tabIndex={-1}
      aria-label={`Select line ${line}`}
      onClick={(event) => onSelect(line, event.shiftKey)}
    >
      {line}
    </button>
  );
}
