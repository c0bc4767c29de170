import type { AttachmentRequest } from '#lib/core/api/attachment.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';

export interface OutgoingMessage {
  text: string;
  /** Attachments for the model. */
  attachments?: AttachmentRequest[];
  clientMessageId: string;
  /** Interrupts the active run and takes this message next. */
  interrupt?: true;
}

export const sendMessage = (
  conversationId: string,
  message: OutgoingMessage,
): Promise<RequestResult<{ runId: string; messageId: string }>> =>
  sendJson('POST', `/api/conversations/${conversationId}/messages`, message);

/** Possible only while the message is queued. */
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

/** Identifies one attempt to send: a message sent again under the same ID counts once. */
export const newClientMessageId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
