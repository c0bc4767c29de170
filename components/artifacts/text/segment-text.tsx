import { Fragment, type ReactNode } from 'react';
import type { Segment } from './code-segments.ts';
import { HiddenText } from './hidden-text.tsx';
import { PathLink } from './path-link.tsx';

/** The segments of one line. They never move within it, so the index is the key. */
export function SegmentText({ segments }: { segments: readonly Segment[] }) {
  return segments.map((segment, index) => {
    const key = `${index}`;
    return <Fragment key={key}>{stretch(segment)}</Fragment>;
  });
}

function stretch({ text, className, location }: Segment): ReactNode {
  const words = <HiddenText text={text} />;
  const shown = location ? <PathLink location={location}>{words}</PathLink> : words;
  return className === '' ? shown : <span className={className}>{shown}</span>;
}
