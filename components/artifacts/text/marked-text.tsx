import { plainSegments } from './code-segments.ts';
import { Runs } from './marked-line.tsx';
import { markedRuns, rangesOf } from './marked-runs.ts';
import { SegmentText } from './segment-text.tsx';

/** Text with marks on what a filter matches, ignoring case. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const runs = markedRuns(plainSegments(text), rangesOf(text, { query, isCaseSensitive: false }));
  return <Runs runs={runs} render={(segments) => <SegmentText segments={segments} />} />;
}
