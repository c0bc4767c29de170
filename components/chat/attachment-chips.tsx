'use client';

import type { Attachment } from '#lib/core/vocabulary/events.ts';
import { AttachmentChip } from '../artifacts/cards/attachment-chip.tsx';
import type { DraftAttachment } from '../artifacts/cards/draft-attachment.ts';

/** With `textArtifactId` once it was sent. */
export type SentOrDraft = DraftAttachment & Partial<Pick<Attachment, 'textArtifactId'>>;

/** Attachments of a message, before or after it is sent. */
export function AttachmentChips(props: {
  label: string;
  given: readonly SentOrDraft[];
  onDrop?: (given: DraftAttachment) => void;
}) {
  const { given, onDrop } = props;
  if (given.length === 0) return null;
  return (
    <ul className={onDrop ? 'attachment-list is-draft' : 'attachment-list'} aria-label={props.label}>
      {given.map((one) => (
        <AttachmentChip
          key={`${one.artifactId}:${one.lines}`}
          given={one}
          textArtifactId={one.textArtifactId}
          onDrop={onDrop && (() => onDrop(one))}
        />
      ))}
    </ul>
  );
}
