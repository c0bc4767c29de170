'use client';

import type { Attachment } from '#lib/core/vocabulary/events.ts';
import { AttachmentChip } from '../artifacts/cards/attachment-chip.tsx';
import type { DraftAttachment } from '../artifacts/cards/draft-attachment.ts';

/** With `textArtifactId` once it was sent. */
export type SentOrDraft = DraftAttachment & Partial<Pick<Attachment, 'textArtifactId'>>;

/** Attachments of a message, before or after it is sent. */
export function AttachmentChips(props: {
  label: string;
  attachments: readonly SentOrDraft[];
  onDrop?: (attachment: DraftAttachment) => void;
}) {
  const { attachments, onDrop } = props;
  if (attachments.length === 0) return null;
  return (
    <ul className={onDrop ? 'attachment-list is-draft' : 'attachment-list'} aria-label={props.label}>
      {attachments.map((attachment) => (
        <AttachmentChip
          key={`${attachment.artifactId}:${attachment.lines}`}
          attachment={attachment}
          textArtifactId={attachment.textArtifactId}
          onDrop={onDrop && (() => onDrop(attachment))}
        />
      ))}
    </ul>
  );
}
