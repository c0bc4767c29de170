import { Fragment, type ReactNode } from 'react';
import type { Segment } from './code-segments.ts';
import { splitHidden } from './hidden-characters.ts';

/** One line's stretches. They never move within a line, so a stretch's place is its key. */
export function SegmentText({ segments }: { segments: Segment[] }) {
  return segments.map((segment, place) => {
    const key = `${place}`;
    return <Fragment key={key}>{stretch(segment)}</Fragment>;
  });
}

function stretch({ text, className, isMarked }: Segment): ReactNode {
  const shown = showHidden(text);
  const coloured = className === '' ? shown : <span className={className}>{shown}</span>;
  return isMarked ? <mark>{coloured}</mark> : coloured;
}

function showHidden(text: string): ReactNode {
  const parts = splitHidden(text);
  if (parts.length === 1 && typeof parts[0] === 'string') return text;
  return parts.map((part, place) => {
    const key = `${place}`;
    if (typeof part === 'string') return part;
    return (
      <span key={key} className="zw" title="A character that does not show">
        {part.name}
      </span>
    );
  });
}
