import { useEffect, useState } from 'react';
import { type DraftAttachment, isSameAttachment } from '#components/artifacts/cards/draft-attachment.ts';
import type { AttachmentList } from '#components/artifacts/cards/use-attach.ts';
import { formatNumber } from '#components/ui/format-number.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import { parseAttachmentDraft } from './attachment-draft.ts';

export interface AttachmentDraft extends AttachmentList {
  drop: (attachment: DraftAttachment) => void;
  clear: () => void;
  /** Restores attachments that could not be sent, before any added since. */
  restore: (refused: readonly DraftAttachment[]) => void;
}

/** The attachments of the next message, stored for this tab beside its text. */
export function useAttachmentDraft(conversationId: string): AttachmentDraft {
  'use memo';
  const [list, setList] = useState<readonly DraftAttachment[]>([]);
  // Read after the first render, which has to match the server's.
  useEffect(() => setList(readStored(conversationId)), [conversationId]);

  const write = (next: readonly DraftAttachment[]) => {
    setList(next);
    store(conversationId, next);
  };
  // Attaching may have waited for a price, so read the stored list: an older one would miss what was sent
  // or attached meanwhile.
  const written = () => readStored(conversationId);
  const without = (gone: readonly DraftAttachment[]) =>
    written().filter((attachment) => !gone.some((other) => isSameAttachment(attachment, other)));
  return {
    list,
    add(attachment) {
      const buffered = written();
      if (buffered.some((other) => isSameAttachment(attachment, other))) return null;
      const refusal = whyNot([...buffered, attachment]);
      if (refusal === null) write([...buffered, attachment]);
      return refusal;
    },
    drop: (attachment) => write(without([attachment])),
    clear: () => write([]),
    restore: (refused) => write([...refused, ...without(refused)]),
  };
}

const keyOf = (conversationId: string) => `vitrine-attachments:${conversationId}`;
/** Of version 0.1: a draft from before a server's update is not lost. */
const formerKeyOf = (conversationId: string) => `vitrine-given:${conversationId}`;

const readStored = (conversationId: string): DraftAttachment[] =>
  parseAttachmentDraft(
    sessionStorage.getItem(keyOf(conversationId)) ?? sessionStorage.getItem(formerKeyOf(conversationId)),
  );

function store(conversationId: string, list: readonly DraftAttachment[]): void {
  sessionStorage.removeItem(formerKeyOf(conversationId));
  if (list.length === 0) sessionStorage.removeItem(keyOf(conversationId));
  else sessionStorage.setItem(keyOf(conversationId), JSON.stringify(list));
}

/** The server decides, but what it would certainly refuse is reported at once. */
function whyNot(list: readonly DraftAttachment[]): string | null {
  if (list.length > pageLimits.messageAttachments) {
    return `Attach at most ${pageLimits.messageAttachments} texts to one message.`;
  }
  const tokens = list.reduce((sum, attachment) => sum + attachment.tokens, 0);
  if (tokens <= pageLimits.attachmentTokens) return null;
  return `That would be ${formatNumber(tokens)} tokens. One message can carry at most ${formatNumber(pageLimits.attachmentTokens)}.`;
}
