'use client';

import { TriangleAlert } from 'lucide-react';
import { CardHead } from './card-head.tsx';
import { SeenText } from './seen-text.tsx';

/** A card that could not be rendered: what the model saw of the result, and a way to try again. */
export function FailedCard(props: { title: string; seenText: string; onRetry: () => void }) {
  return (
    <article className="card" data-card tabIndex={-1} aria-label={props.title}>
      <CardHead
        icon={TriangleAlert}
        title={props.title}
        titleKind="words"
        meta={<span className="bad">not shown</span>}
      />
      <div className="card-more" role="status">
        <span className="grow">
          This card could not be shown.{props.seenText !== '' && ' Below is what the model saw.'}
        </span>
        <button type="button" className="btn is-small" onClick={props.onRetry}>
          Try again
        </button>
      </div>
      {props.seenText !== '' && (
        <div className="card-body reverse">
          <SeenText text={props.seenText} />
        </div>
      )}
    </article>
  );
}
