'use client';

import type { ArtifactViews } from '#lib/core/api/artifact-views.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { useRunsCarrying } from '../context/thread-items-context.tsx';
import { formatSteps, shortSteps } from './format-steps.ts';
import { RelationBadge } from './relation-badge.tsx';

/** On a card's label: how the two sides relate, and which steps carried the model's side. */
export function ReadLabel(props: {
  call: ToolCallState;
  /** The server's check of the stored bytes; `null`: not checked yet, or there are none. */
  sides: ArtifactViews | null;
}) {
  const { call, sides } = props;
  const runs = useRunsCarrying(call);
  if (!call.result) return null;
  const relation = sides?.relation ?? call.result.toolTelemetry.relation;
  const steps = shortSteps(runs);
  return (
    <>
      <RelationBadge relation={relation} />
      {relation === 'mismatch' ? (
        <span className="clip">{mismatchWords(sides)}</span>
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

const mismatchWords = (sides: ArtifactViews | null): string =>
  sides?.check?.isViewAsSent === false
    ? 'The stored view is not what was sent.'
    : 'Bytes do not match their hash.';
