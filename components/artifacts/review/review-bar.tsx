'use client';

import { useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { formatCount } from '#components/ui/format-number.ts';
import type { PanelTarget } from '../context/panel-hash.ts';
import type { Review } from './review-draft.ts';

/** Sends the comments that were written, those on other diffs too. */
export function ReviewBar(props: {
  review: Review;
  /** The diff that is shown. */
  artifactId: string;
  onTarget: (target: PanelTarget) => void;
}) {
  const { review, artifactId } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const written = review.comments.filter(({ text }) => text.trim() !== '');
  const elsewhere = written.filter((comment) => comment.artifactId !== artifactId);
  const [other] = elsewhere;
  if (written.length === 0) return null;
  const send = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    const failure = await review.send();
    setIsBusy(false);
    setError(failure?.error ?? null);
  };
  return (
    <section className="panel-foot review-bar" aria-label="Comments not sent yet">
      <span className="grow">
        {error === null ? (
          <b className="strong">{formatCount(written.length, 'comment')}</b>
        ) : (
          <span className="bad" role="alert">
            {error}
          </span>
        )}
        {other && error === null && (
          <span className="dim small">
            {' '}
            {elsewhere.length} on{' '}
            <button
              type="button"
              className="link"
              onClick={() => props.onTarget({ artifactId: other.artifactId, lines: other.lines })}
            >
              another diff
            </button>
          </span>
        )}
      </span>
      <button type="button" className="btn" onClick={() => setIsAsking(true)}>
        Discard
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Discard ${formatCount(written.length, 'comment')}?`}
        text="They are on no server: what you wrote is gone."
        action="Discard"
        error={null}
        onConfirm={() => {
          setIsAsking(false);
          review.clear();
        }}
        onClose={() => setIsAsking(false)}
      />
      <button type="button" className="btn primary" aria-disabled={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending …' : 'Send to the agent'}
      </button>
    </section>
  );
}
