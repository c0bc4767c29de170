import type { AttachmentRequest } from '#lib/core/api/attachment.ts';
import { isVitrineError, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { usualForm } from '#lib/runs/freeze-attachments.ts';
import { requireReadable } from '../access.ts';
import type { MemberCall } from '../member-call.ts';
import { findMentions } from './find-mentions.ts';
import { readMessageText } from './message-text.ts';

interface MessageRequest {
  text: string;
  clientMessageId?: string | undefined;
  attachments?: readonly AttachmentRequest[] | undefined;
  pasteAsText?: boolean | undefined;
  interrupt?: boolean | undefined;
}

/**
 * Queues a message. Each attachment must be an artifact that its author may read; what they uploaded for it moves
 * into its conversation.
 * @throws VitrineError `invalid_request`, `message_too_long`, `not_found`, or why an artifact cannot be attached
 */
export async function submitMessage(
  { origin, member, services }: MemberCall,
  conversation: Conversation,
  {
    text: written,
    clientMessageId,
    attachments = [],
    pasteAsText = false,
    interrupt = false,
  }: MessageRequest,
): Promise<{ runId: string; messageId: string }> {
  const text = readMessageText(written, attachments.length);
  const sources = await Promise.all(
    attachments.map(async ({ artifactId, lines, as }) => {
      const { artifact } = await requireReadable(services, member, artifactId).catch(throwAsGone);
      const { metadata } = artifact;
      return { metadata, lines, as: as ?? usualForm(metadata, lines) };
    }),
  );
  const message = {
    text,
    clientMessageId,
    author: { id: member.id, name: member.name },
    attachments: sources,
    isPastedAsText: pasteAsText,
    mentions: await findMentions(services, conversation, text),
    interrupt,
  };
  const submit = () => services.runner.submit(conversation, message);
  // Attachments are read whole, one after another.
  return sources.length === 0
    ? await submit()
    : await services.wholeReads.run(limits.attachmentBytes, origin.signal, submit);
}

/** An upload that was not sent in time is gone with its record, as if it had never been. */
function throwAsGone(error: unknown): never {
  if (!isVitrineError(error) || error.code !== 'not_found') throw error;
  throw new VitrineError('not_found', 'An attachment has expired. Remove it, and attach it again.', {
    cause: error,
  });
}
