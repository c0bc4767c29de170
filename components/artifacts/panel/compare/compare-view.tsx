'use client';

import { CircleAlert, GitCompareArrows, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { artifactUrl } from '#components/artifacts/api/artifact-api.ts';
import { LoadSkeleton } from '#components/artifacts/text/load-skeleton.tsx';
import { DiffFigures } from '#components/artifacts/viewers/by-file/diff-figures.tsx';
import { viewers } from '#components/artifacts/viewers/viewers.ts';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import { useResource } from '#components/ui/use-resource.ts';
import type { Comparison } from '#lib/core/api/comparison.ts';
import type { EarlierRun } from '#lib/core/conversation/conversation-state.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { ChangedProblemsList } from './changed-problems-list.tsx';
import { ComparedLines } from './compared-lines.tsx';

const skeletonRows = 12;

/** The changes between the artifact in the panel and another result of the same call. */
export function CompareView(props: {
  metadata: ArtifactMetadata;
  other: EarlierRun;
  /** What it is compared with: a `run` of the same call, or another `one`. */
  noun?: 'run' | 'one';
  isWrapped: boolean;
  onClose: () => void;
}) {
  const { metadata, other, noun = 'run' } = props;
  // From the older to the newer.
  const { value, failure } = useResource<Comparison>(
    `${artifactUrl(metadata.id)}/compare?with=${other.artifactId}`,
  );
  const comparison = failure ? null : value;
  const time = <TimeText iso={other.timestamp} />;
  return (
    <section className="panel-view" aria-label="What changed">
      <div className="view-bar compare-bar">
        <Icon of={GitCompareArrows} isSmall />
        <span className="clip grow">
          {comparison?.before.artifactId === metadata.id ? (
            <>
              From this to the {noun} at {time}
            </>
          ) : (
            <>
              From the {noun} at {time} to this
            </>
          )}
        </span>
        {comparison && <DiffFigures added={comparison.added} deleted={comparison.deleted} />}
        <IconButton icon={X} label="Stop comparing" onClick={props.onClose} />
      </div>
      {comparison && <ChangedProblemsList {...comparison} />}
      {!comparison && !failure && <LoadSkeleton rows={skeletonRows} />}
      {failure && (
        <CompareNote icon={<Icon of={CircleAlert} />} title="We can’t compare these">
          {failure.error}
        </CompareNote>
      )}
      {comparison?.diff === '' && (
        <CompareNote icon={<Icon of={GitCompareArrows} />} title="Nothing changed">
          {comparison.differsInTimes
            ? 'Both say the same, line by line, but for how long it took.'
            : 'Both results have the same lines.'}
        </CompareNote>
      )}
      {comparison && comparison.diff !== '' && (
        <ComparedLines
          diff={comparison.diff}
          isColoured={viewers[metadata.type].isComparedAsCode}
          isWrapped={props.isWrapped}
        />
      )}
    </section>
  );
}

function CompareNote(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="mid-empty" role="status">
      {props.icon}
      <b>{props.title}</b>
      {props.children}
    </div>
  );
}
