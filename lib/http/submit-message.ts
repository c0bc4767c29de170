import type { AttachmentRequest } from '../core/api/attachment.ts';
import { limits } from '../core/limits.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import { requireArtifact } from '../operations/access.ts';
import { findMentions } from '../operations/conversations/find-mentions.ts';
import { readMessageText } from '../operations/conversations/message-text.ts';
import type { MemberCall } from './member-call.ts';

interface MessageRequest {
  text: string;
  clientMessageId?: string | undefined;
  attachments?: readonly AttachmentRequest[] | undefined;
  interrupt?: boolean | undefined;
}

/**
 * Queues a message. Each attachment must be an artifact that its author may read.
 * @throws VitrineError `invalid_request`, `message_too_long`, `not_found`, or why an artifact cannot be attached
 */
export async function submitMessage(
  { request, member, services }: MemberCall,
  conversation: Conversation,
  { text: written, clientMessageId, attachments = [], interrupt = false }: MessageRequest,
): Promise<{ runId: string; messageId: string }> {
  const text = readMessageText(written);
  const given = await Promise.all(
    attachments.map(async ({ artifactId, lines }) => {
      const { artifact } = await requireArtifact(services, member, artifactId);
      return { metadata: artifact.metadata, lines };
    }),
  );
  const message = {
    text,
    clientMessageId,
    author: { id: member.id, name: member.name },
    given,
    mentions: await findMentions(services, conversation, text),
    interrupt,
  };
  const submit = () => services.runner.submit(conversation, message);
  // Attachments are read whole, one after another.
  return given.length === 0
    ? await submit()
    : await services.wholeReads.run(limits.givenBytes, request.signal, submit);
}
