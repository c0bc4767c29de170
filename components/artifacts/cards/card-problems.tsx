'use client';

import { formatNumber } from '#components/ui/format-number.ts';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import type { HeadState } from '../api/use-artifact-head.ts';
import { useArtifactPanel } from '../context/panel-context.tsx';
import { LoadSkeleton } from '../text/load-skeleton.tsx';

/** Few results have problems, and the card's height does not depend on them. */
const ProblemList = lazyComponent(async () => (await import('./problem-list.tsx')).ProblemList);

const maxProblems = 3;
/** Each problem takes two lines, with padding and a hairline below. */
const linesOfRow = 2;
const rowHeight = 55;

/** How many problems a card shows, known before any byte arrives. One or two lines need no list. */
export function cardProblems({ problemCount = 0, lineCount }: ToolTelemetry): number {
  const shown = Math.min(problemCount, maxProblems);
  return (lineCount ?? 0) > shown * linesOfRow ? shown : 0;
}

/** The first failing tests and errors of a command, over its output. */
export function CardProblems(props: { artifactId: string; telemetry: ToolTelemetry; head: HeadState }) {
  const { artifactId, telemetry, head } = props;
  const panel = useArtifactPanel();
  const shown = cardProblems(telemetry);
  if (shown === 0) return null;
  return (
    <>
      <div className="card-body" style={{ height: shown * rowHeight }}>
        {head.status === 'waiting' && <LoadSkeleton rows={shown * 2} />}
        {head.status === 'ready' && (
          <ProblemList
            problems={head.problems}
            label="Problems"
            currentLine={null}
            onLine={(line) => panel.open({ artifactId, lines: { from: line, to: line } })}
          />
        )}
      </div>
      {(telemetry.problemCount ?? 0) > shown && (
        <div className="card-more">
          <span className="grow">The first {formatNumber(shown)} problems</span>
          <button type="button" className="link" onClick={() => panel.open({ artifactId, lines: null })}>
            More problems
          </button>
        </div>
      )}
    </>
  );
}
