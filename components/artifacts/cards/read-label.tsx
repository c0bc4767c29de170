'use client';

import { lazyExtra } from '#components/ui/lazy-component.tsx';
import type { ArtifactViews } from '#lib/core/api/artifact-views.ts';
import { type CardSource, readTelemetryOf } from '../context/card-source.ts';
import { RelationBadge } from './relation-badge.tsx';

const SentSteps = lazyExtra(async () => (await import('./sent-steps.tsx')).SentSteps);

/** On a card's label: how the two views relate, who decided that, and which steps carried the model's view. */
export function ReadLabel(props: {
  source: CardSource;
  /** The server's check of the stored bytes; `null`: not checked yet, or there are none. */
  views: ArtifactViews | null;
}) {
  const { source, views } = props;
  const read = readTelemetryOf(source);
  if (!read) return null;
  const relation = views?.relation ?? read.relation;
  return (
    <>
      <RelationBadge relation={relation} />
      {relation === 'mismatch' ? (
        <span className="clip">{mismatchWords(views)}</span>
      ) : (
        <SentSteps source={source} />
      )}
    </>
  );
}

const mismatchWords = (views: ArtifactViews | null): string =>
  views?.check?.isViewAsSent === false
    ? 'The stored view is not what was sent.'
    : 'Bytes do not match their hash.';
