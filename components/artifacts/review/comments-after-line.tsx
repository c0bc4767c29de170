'use client';

import type { ReactNode } from 'react';
import { AfterLineProvider, type RenderAfterLine } from '../text/after-line.tsx';
import { CommentField } from './comment-field.tsx';
import { CommentNote } from './comment-note.tsx';
import type { Review } from './review-draft.ts';

/** Shows the comments on a diff below the lines that they are about. */
export function CommentsAfterLine(props: { review: Review; artifactId: string; children: ReactNode }) {
  'use memo';
  const { review, artifactId } = props;
  const here = review.comments.filter((comment) => comment.artifactId === artifactId);
  const render: RenderAfterLine = (line) =>
    here
      .filter(({ lines }) => lines.to === line)
      .map((comment) =>
        comment.isOpen ? (
          <CommentField
            key={comment.id}
            comment={comment}
            onChange={(text) => review.change(comment.id, { text })}
            onClose={() => review.close(comment.id)}
            onCancel={() => review.cancel(comment)}
          />
        ) : (
          <CommentNote
            key={comment.id}
            comment={comment}
            onEdit={() => review.reopen(comment)}
            onRemove={() => review.remove(comment.id)}
          />
        ),
      );
  return <AfterLineProvider value={here.length === 0 ? null : render}>{props.children}</AfterLineProvider>;
}
