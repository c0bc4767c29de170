'use client';

import type { ArtifactViews } from '#lib/core/api/artifact-views.ts';
import { type CardSource, readTelemetryOf } from '../context/card-source.ts';
import { useRunsCarrying } from '../context/thread-items-context.tsx';
import { formatSteps, shortSteps } from './format-steps.ts';
import { RelationBadge } from './relation-badge.tsx';

/** On a card's label: how the two views relate, and which steps carried the model's view. */
export function ReadLabel(props: {
  source: CardSource;
  /** The server's check of the stored bytes; `null`: not checked yet, or there are none. */
  views: ArtifactViews | null;
}) {
  const { source, views } = props;
  const runs = useRunsCarrying(source);
  const read = readTelemetryOf(source);
  if (!read) return null;
  const relation = views?.relation ?? read.relation;
  const steps = shortSteps(runs);
  return (
    <>
      <RelationBadge relation={relation} />
      {relation === 'mismatch' ? (
        <span className="clip">{mismatchWords(views)}</span>
      ) : (
        steps !== null && (
          <span className="sent-steps wide-only" title={formatSteps(runs)}>
            {steps}
          </span>
        )
      )}
    </>
  );
}

const mismatchWords = (views: ArtifactViews | null): string =>
  views?.check?.isViewAsSent === false
    ? 'The stored view is not what was sent.'
    : 'Bytes do not match their hash.';
