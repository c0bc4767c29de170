'use client';

import type { ArtifactViews } from '#lib/core/api/artifact-views.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { useRunsCarrying } from '../context/thread-items-context.tsx';
import { formatSteps, shortSteps } from './format-steps.ts';
import { RelationBadge } from './relation-badge.tsx';

/** On a card's label: how the two views relate, and which steps carried the model's view. */
export function ReadLabel(props: {
  call: ToolCallState;
  /** The server's check of the stored bytes; `null`: not checked yet, or there are none. */
  views: ArtifactViews | null;
}) {
  const { call, views } = props;
  const runs = useRunsCarrying(call);
  if (!call.result) return null;
  const relation = views?.relation ?? call.result.toolTelemetry.relation;
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
