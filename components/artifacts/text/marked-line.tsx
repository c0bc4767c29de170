'use client';

import { type ReactNode, useMemo } from 'react';
import type { Segment } from './code-segments.ts';
import { withPaths } from './file-paths.ts';
import { useLineSurroundings } from './line-context.tsx';
import { foundRanges, type MarkedRun, markedRuns } from './marked-runs.ts';
import { SegmentText } from './segment-text.tsx';

/**
 * Splits the pieces of a line's text into runs, with marks on search matches.
 * @param line the displayed number; `null`: the line is not searched
 * @param before the part of the line before these pieces, which is rendered separately
 */
export function useFound<T extends { text: string }>(
  pieces: readonly T[],
  line: number | null,
  before = '',
): MarkedRun<T>[] {
  'use memo';
  const { find } = useLineSurroundings();
  return useMemo(() => {
    if (find === null || line === null) return [{ at: 0, mark: null, pieces }];
    const text = pieces.map((piece) => piece.text).join('');
    return markedRuns(pieces, foundRanges(text, find, line, before));
  }, [pieces, line, before, find]);
}

/** Renders runs with their marks; `render` renders the pieces of one run. */
export function Runs<T>(props: {
  runs: readonly MarkedRun<T>[];
  render: (pieces: readonly T[], isMarked: boolean) => ReactNode;
}) {
  return props.runs.map(({ at, mark, pieces }) => (
    <Mark key={at} mark={mark}>
      {props.render(pieces, mark !== null)}
    </Mark>
  ));
}

function Mark({ mark, children }: { mark: MarkedRun<unknown>['mark']; children: ReactNode }) {
  if (mark === null) return children;
  return <mark className={mark === 'now' ? 'now' : undefined}>{children}</mark>;
}

/** A line of code or plain text: its search matches are marked, and the places in files that it names are links. */
export function MarkedLine(props: { segments: readonly Segment[]; line: number | null; before?: string }) {
  'use memo';
  const runs = useFound(withPaths(props.segments), props.line, props.before);
  return <Runs runs={runs} render={(segments) => <SegmentText segments={segments} />} />;
}
