import type { AttachmentRequest } from '../../lib/core/attachment.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';

export interface OutgoingMessage {
  text: string;
  /** What is given to the model with it. */
  attachments?: AttachmentRequest[];
  clientMessageId: string;
  /** Stop the run that is going on, and do this next. */
  interrupt?: true;
}

export const sendMessage = (
  conversationId: string,
  message: OutgoingMessage,
): Promise<RequestResult<{ runId: string; messageId: string }>> =>
  sendJson('POST', `/api/conversations/${conversationId}/messages`, message);

/** Only as long as it waits. */
export const changeQueued = (
  conversationId: string,
  messageId: string,
  text: string,
): Promise<RequestResult<unknown>> =>
  sendJson('PATCH', `/api/conversations/${conversationId}/messages/${messageId}`, { text });

export const withdrawQueued = (conversationId: string, messageId: string): Promise<RequestResult<unknown>> =>
  sendJson('DELETE', `/api/conversations/${conversationId}/messages/${messageId}`);

export const abortRun = (conversationId: string): Promise<RequestResult<unknown>> =>
  sendJson('POST', `/api/conversations/${conversationId}/abort`);

/** Names one attempt of a person to say something: sent again under it, it counts once. */
export const newClientMessageId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
