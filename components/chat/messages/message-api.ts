import { newClientMessageId } from '#components/ui/new-client-message-id.ts';
import { type RequestResult, sendJson } from '#components/ui/request-json.ts';
import type { Reaction } from '#lib/core/vocabulary/reaction.ts';

const messagesOf = (conversationId: string) => `/api/conversations/${conversationId}/messages`;

/** Sends a new version of one's own message; its attachments stay. */
export const replaceMessage = (
  conversationId: string,
  replaces: string,
  text: string,
): Promise<RequestResult<unknown>> =>
  sendJson('POST', messagesOf(conversationId), {
    text,
    replaces,
    clientMessageId: newClientMessageId(),
  });

/** @param answerId a message of the answer, or the run of one without words */
export const regenerate = (conversationId: string, answerId: string): Promise<RequestResult<unknown>> =>
  sendJson('POST', `${messagesOf(conversationId)}/${answerId}/regenerate`);

export const react = (
  conversationId: string,
  messageId: string,
  reaction: Reaction,
  isOn: boolean,
): Promise<RequestResult<unknown>> =>
  sendJson('POST', `${messagesOf(conversationId)}/${messageId}/reactions`, { reaction, isOn });

export const forkAt = (conversationId: string, messageId: string): Promise<RequestResult<{ id: string }>> =>
  sendJson('POST', `/api/conversations/${conversationId}/fork`, { messageId });

export const selectBranch = (conversationId: string, messageId: string): Promise<RequestResult<unknown>> =>
  sendJson('POST', `/api/conversations/${conversationId}/branch`, { messageId });
