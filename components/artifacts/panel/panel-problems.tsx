'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { useKeys } from '#components/ui/use-keys.ts';
import { useResource } from '#components/ui/use-resource.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import type { Problem } from '#lib/core/vocabulary/problem.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { ProblemList } from '../cards/problem-list.tsx';
import { stepTo } from '../text/step-to.ts';

/**
 * All failing tests and errors of a command, above its output: each links to its line; `[` and `]` go to the
 * previous and the next.
 */
export function PanelProblems(props: { metadata: ArtifactMetadata; onLine: (line: number) => void }) {
  const { metadata, onLine } = props;
  const problems = useProblems(metadata);
  const [current, setCurrent] = useState<number | null>(null);
  const goTo = (index: number | null) => {
    const problem = index === null ? undefined : problems[index];
    if (index === null || !problem) return false;
    setCurrent(index);
    onLine(problem.line);
    return true;
  };
  const step = (by: 1 | -1) => goTo(stepTo(current, by, problems.length));
  useKeys({ '[': () => step(-1), ']': () => step(1) });
  if (problems.length === 0) return null;
  return (
    <section className="panel-problems" aria-label="Problems">
      <div className="problems-bar">
        <b className="grow">Problems</b>
        {current !== null && (
          <span className="dim">
            {formatNumber(current + 1)} of {formatNumber(problems.length)}
          </span>
        )}
        <IconButton icon={ChevronUp} label="Previous problem" shortcut="[" onClick={() => step(-1)} />
        <IconButton icon={ChevronDown} label="Next problem" shortcut="]" onClick={() => step(1)} />
      </div>
      <div className="problems-box" {...scrollRegion('Problems')}>
        <ProblemList
          problems={problems}
          label="Problems"
          currentLine={current === null ? null : (problems[current]?.line ?? null)}
          onLine={(line) => goTo(problems.findIndex((problem) => problem.line === line))}
        />
      </div>
    </section>
  );
}

/** The problems of a failed command once its output is complete; empty if they cannot be loaded. */
function useProblems({ id, state, exitCode }: ArtifactMetadata): readonly Problem[] {
  'use memo';
  const isWanted = state === 'complete' && hasFailed(exitCode);
  const { value } = useResource<{ problems: Problem[] }>(
    isWanted ? `${artifactUrl(id)}?view=problems` : null,
  );
  // In the order of the output, so that the next problem is further down.
  return (value?.problems ?? []).toSorted((a, b) => a.line - b.line);
}
