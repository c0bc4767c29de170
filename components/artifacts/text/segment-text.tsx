import { Fragment, type ReactNode } from 'react';
import type { Segment } from './code-segments.ts';
import { HiddenText } from './hidden-text.tsx';

/** The segments of one line. They never move within it, so the index is the key. */
export function SegmentText({ segments }: { segments: readonly Segment[] }) {
  return segments.map((segment, index) => {
    const key = `${index}`;
    return <Fragment key={key}>{stretch(segment)}</Fragment>;
  });
}

function stretch({ text, className }: Segment): ReactNode {
  const shown = <HiddenText text={text} />;
  return className === '' ? shown : <span className={className}>{shown}</span>;
}
