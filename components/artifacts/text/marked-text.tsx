import { plainSegments } from './code-segments.ts';
import { Runs } from './marked-line.tsx';
import { markedRuns, rangesOf } from './marked-runs.ts';
import { SegmentText } from './segment-text.tsx';

/** Text with marks around what a filter looks for, whatever its case. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const runs = markedRuns(plainSegments(text), rangesOf(text, { query, isCaseSensitive: false }));
  return <Runs runs={runs} render={(segments) => <SegmentText segments={segments} />} />;
}
