import type { DraftAttachment } from '#components/artifacts/cards/draft-attachment.ts';

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
  const { artifactId, lines, title, tokens, upload } = (value ?? {}) as Record<
    keyof DraftAttachment,
    unknown
  >;
  const hasLines = lines === undefined || typeof lines === 'string';
  const hasUpload = upload === undefined || (typeof upload === 'object' && upload !== null);
  return (
    typeof artifactId === 'string' &&
    typeof title === 'string' &&
    typeof tokens === 'number' &&
    hasLines &&
    hasUpload
  );
}
