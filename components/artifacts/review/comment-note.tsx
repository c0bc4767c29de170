'use client';

import { shortLines } from '../text/line-words.ts';
import type { DraftComment } from './review-draft.ts';

/** A comment that is written and not sent yet. */
export function CommentNote(props: { comment: DraftComment; onEdit: () => void; onRemove: () => void }) {
  const { lines, text } = props.comment;
  const about = `on ${shortLines(lines)}`;
  return (
    <div className="line-comment" role="note" aria-label={`Comment ${about}, not sent yet`}>
      <p>{text}</p>
      <div className="line-comment-acts">
        <span className="dim small grow">Not sent yet</span>
        <button
          type="button"
          className="btn plain is-small"
          aria-label={`Edit the comment ${about}`}
          onClick={props.onEdit}
        >
          Edit
        </button>
        <button
          type="button"
          className="btn plain is-small"
          aria-label={`Remove the comment ${about}`}
          onClick={props.onRemove}
        >
          Remove
        </button>
      </div>
    </div>
  );
}
