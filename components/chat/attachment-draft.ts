import type { DraftAttachment } from '../artifacts/cards/draft-attachment.ts';

/** Parses the stored attachments of a draft; anything else that is stored gives an empty list. */
export function parseAttachmentDraft(text: string | null): DraftAttachment[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isAttachment) : [];
  } catch {
    // Not written by this code. The draft's text is stored elsewhere.
    return [];
  }
}

function isAttachment(value: unknown): value is DraftAttachment {
  const { artifactId, lines, title, tokens } = (value ?? {}) as Record<keyof DraftAttachment, unknown>;
  const hasLines = lines === undefined || typeof lines === 'string';
  return (
    typeof artifactId === 'string' && typeof title === 'string' && typeof tokens === 'number' && hasLines
  );
}
