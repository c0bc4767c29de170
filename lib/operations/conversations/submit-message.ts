import type { AttachmentRequest } from '#lib/core/api/attachment.ts';
import { isVitrineError, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Effort } from '#lib/core/vocabulary/effort.ts';
import { requireModel } from '#lib/runs/choose-model.ts';
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
  to?: 'agent' | 'team' | undefined;
  replaces?: string | undefined;
  after?: string | undefined;
  quotes?: string | undefined;
  model?: string | undefined;
  effort?: Effort | undefined;
  /** The part of the text whose mentions count; default: all of it. */
  mentioning?: string | undefined;
}

/**
 * Queues a message, or adds one for the team. Each attachment must be an artifact that its author may read;
 * what they uploaded for it moves into its conversation.
 * @throws VitrineError `invalid_request`, `message_too_long`, `not_found`, or why an artifact cannot be attached
 */
export async function submitMessage(
  { origin, member, services }: MemberCall,
  conversation: Conversation,
  {
    text: written,
    clientMessageId,
    attachments: named,
    pasteAsText = false,
    interrupt = false,
    to = 'agent',
    model,
    effort,
    mentioning,
    ...connections
  }: MessageRequest,
): Promise<{ runId: string | null; messageId: string }> {
  const attachments = named ?? [];
  const keepsAttachments = connections.replaces !== undefined && named === undefined;
  const text = readMessageText(written, keepsAttachments ? 1 : attachments.length);
  if (to === 'team' && (interrupt || connections.replaces !== undefined)) {
    throw new VitrineError('invalid_request', 'A message to the team stops no run, and replaces no message');
  }
  if (model !== undefined) requireModel(services.models, await services.readModelPolicy(), model);
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
    connections,
    model,
    effort,
    attachments: keepsAttachments ? null : sources,
    isPastedAsText: pasteAsText,
    mentions: await findMentions(services, conversation, mentioning ?? text),
    interrupt,
    via: origin.tokenName,
  };
  const submit = (): Promise<{ runId: string | null; messageId: string }> =>
    to === 'team'
      ? services.runner.submitToTeam(conversation, message)
      : services.runner.submit(conversation, message);
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
