'use client';

import type { Attachment } from '#lib/core/vocabulary/events.ts';
import { AttachmentChip } from '../artifacts/cards/attachment-chip.tsx';
import type { DraftAttachment } from '../artifacts/cards/draft-attachment.ts';

/** With `textArtifactId` once it was sent. */
export type SentOrDraft = DraftAttachment & Partial<Pick<Attachment, 'textArtifactId'>>;

/** Attachments of a message, by name and cost. */
export function AttachmentChips(props: { label: string; attachments: readonly SentOrDraft[] }) {
  const { label, attachments } = props;
  if (attachments.length === 0) return null;
  return (
    <ul className="attachment-list" aria-label={label}>
      {attachments.map((attachment) => (
        <AttachmentChip
          key={`${attachment.artifactId}:${attachment.lines}`}
          attachment={attachment}
          textArtifactId={attachment.textArtifactId}
        />
      ))}
    </ul>
  );
}
