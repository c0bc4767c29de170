import { formatAttachmentMark } from '../core/vocabulary/attachment-mark.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import { attachmentSource } from '../core/vocabulary/ledger/attachments.ts';
import { loadTokenizer } from '../split/tokenizer.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import type { MessageAttachment } from './freeze-attachments.ts';
import { findPastedBlocks } from './pasted-blocks.ts';
import { type MessageOrigin, storeMessageText } from './store-message-text.ts';

interface Doors {
  artifacts: ArtifactStore;
  newId(prefix: IdPrefix): string;
}

interface Bounds {
  /** How much of a message goes to the model as text. */
  maxTokens: number;
  maxAttachments: number;
  /** Number of the message's other attachments. */
  attachedCount: number;
}

/**
 * Stores what was pasted into a long message as artifacts of its conversation. In the message each leaves `[attachment 1: 2,400 lines,
 * art_…]`; everything else stays as it was written. A short message is returned unchanged.
 */
export async function attachPastes(
  { artifacts, newId }: Doors,
  text: string,
  message: MessageOrigin,
  { maxTokens, maxAttachments, attachedCount }: Bounds,
): Promise<{ text: string; attachments: MessageAttachment[] }> {
  const { count } = await loadTokenizer();
  // One more is always possible: a long text must not go to the model whole because there are others.
  const maxBlocks = Math.max(1, maxAttachments - attachedCount);
  const blocks = findPastedBlocks(text, { maxTokens, maxBlocks }, count);
  const attachments: MessageAttachment[] = [];
  let remaining = '';
  let writtenTo = 0;
  for (const { start, end } of blocks) {
    const pasted = text.slice(start, end);
    const id = newId('art');
    const storing = storeMessageText(
      artifacts,
      pasted,
      { id, title: 'Pasted text', tool: attachmentSource, arguments: {} },
      message,
    ).catch(async (error) => {
      for (const { metadata } of attachments) await artifacts.delete(metadata.id);
      throw error;
    });
    attachments.push({ metadata: await storing, lines: undefined, as: 'view' });
    const number = attachedCount + attachments.length;
    remaining += text.slice(writtenTo, start) + formatAttachmentMark(number, countLines(pasted), id);
    writtenTo = end;
  }
  return { text: remaining + text.slice(writtenTo), attachments };
}

const countLines = (text: string): number => text.split('\n').length;
