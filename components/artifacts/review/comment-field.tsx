'use client';

import { editKeys } from '#components/ui/edit-keys.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import { shortLines } from '../text/line-words.ts';
import type { DraftComment } from './review-draft.ts';

/** Where a comment is written. */
export function CommentField(props: {
  comment: DraftComment;
  onChange: (text: string) => void;
  onClose: () => void;
  onCancel: () => void;
}) {
  const { comment, onClose, onCancel } = props;
  return (
    <div className="line-comment is-open">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person chose to comment on this line
        autoFocus={comment.text === ''}
        rows={3}
        maxLength={pageLimits.commentCharacters}
        aria-label={`Comment on ${shortLines(comment.lines)} of the diff`}
        placeholder="What should the agent change here?"
        value={comment.text}
        onChange={({ target }) => props.onChange(target.value)}
        onKeyDown={editKeys(onClose, comment.text.trim() === '' ? onCancel : onClose)}
      />
      <div className="line-comment-acts">
        <span className="dim small grow">{shortLines(comment.lines)} of the diff</span>
        <button type="button" className="btn plain is-small" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          className="btn is-small"
          aria-disabled={comment.text.trim() === ''}
          onClick={() => comment.text.trim() !== '' && onClose()}
        >
          Add comment <kbd>↵</kbd>
        </button>
      </div>
    </div>
  );
}
