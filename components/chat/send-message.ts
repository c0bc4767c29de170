import type { AttachmentRequest } from '#lib/core/api/attachment.ts';
import type { Effort } from '#lib/core/vocabulary/effort.ts';
import type { DraftAttachment } from '../artifacts/cards/draft-attachment.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';
import { rememberAsked } from './asked-here.ts';

export interface OutgoingMessage {
  text: string;
  /** Attachments for the model. */
  attachments?: AttachmentRequest[];
  clientMessageId: string;
  /** Sends all of a long text to the model. */
  pasteAsText?: true;
  /** Interrupts the active run and takes this message next. */
  interrupt?: true;
  /** People only: no run answers it. */
  to?: 'team';
  /** The last message on the path that its author sees. */
  after?: string;
  /** The message that it answers. */
  quotes?: string;
  /** The model that was chosen for it. */
  model?: string;
  /** How much the model is to think. */
  effort?: Effort;
}

/** A message's text and its attachments. */
export interface Draft {
  text: string;
  attachments: readonly DraftAttachment[];
  /** All of a long text goes to the model as it is. */
  isPastedAsText?: boolean;
  isToTeam?: boolean;
  after?: string | null;
  quotes?: string | null;
  model?: string | null;
  effort?: Effort | null;
}

const attachmentRequests = (drafts: readonly DraftAttachment[]): AttachmentRequest[] =>
  drafts.map(({ artifactId, lines }) => (lines === undefined ? { artifactId } : { artifactId, lines }));

export function outgoingMessage(
  {
    text,
    attachments,
    isPastedAsText,
    isToTeam,
    after,
    quotes,
    model,
    effort,
    clientMessageId,
  }: Draft & { clientMessageId: string },
  interrupt = false,
): OutgoingMessage {
  return {
    text,
    clientMessageId,
    ...(attachments.length > 0 ? { attachments: attachmentRequests(attachments) } : {}),
    ...(isPastedAsText ? { pasteAsText: true } : {}),
    ...(interrupt ? { interrupt } : {}),
    ...(isToTeam ? { to: 'team' } : {}),
    ...(after ? { after } : {}),
    ...(quotes ? { quotes } : {}),
    ...(model ? { model } : {}),
    ...(effort ? { effort } : {}),
  };
}

export async function sendMessage(
  conversationId: string,
  message: OutgoingMessage,
): Promise<RequestResult<{ runId: string | null; messageId: string }>> {
  const path = `/api/conversations/${conversationId}/messages`;
  const result = await sendJson<{ runId: string | null; messageId: string }>('POST', path, message);
  if (result.ok && result.value.runId !== null) rememberAsked(conversationId);
  return result;
}

/** Possible while the message is queued, and for one to the team. */
export const changeQueued = (
  conversationId: string,
  messageId: string,
  text: string,
): Promise<RequestResult<unknown>> =>
  sendJson('PATCH', `/api/conversations/${conversationId}/messages/${messageId}`, { text });

/** Withdraws a queued message; one in the thread loses its words. */
export const requestDelete = (conversationId: string, messageId: string): Promise<RequestResult<unknown>> =>
  sendJson('DELETE', `/api/conversations/${conversationId}/messages/${messageId}`);

export const abortRun = (conversationId: string): Promise<RequestResult<unknown>> =>
  sendJson('POST', `/api/conversations/${conversationId}/abort`);
