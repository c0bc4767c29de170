import { newClientMessageId } from '../ui/new-client-message-id.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';
import { type Draft, outgoingMessage, sendMessage } from './send-message.ts';

interface Wanted {
  /** Omitted: the server chooses. */
  workspace?: string;
  worktree?: true;
}

/**
 * Creates a conversation and sends its first message. If the message is refused, the conversation is deleted,
 * so that a second try leaves no empty one.
 */
export async function startConversation(
  draft: Draft,
  wanted: Wanted,
): Promise<RequestResult<{ id: string }>> {
  const created = await sendJson<{ id: string }>('POST', '/api/conversations', wanted);
  if (!created.ok) return created;
  const { id } = created.value;
  const sent = await sendMessage(id, outgoingMessage({ ...draft, clientMessageId: newClientMessageId() }));
  if (sent.ok) return created;
  if (sent.code !== 'network') await sendJson<null>('DELETE', `/api/conversations/${id}`);
  return sent;
}
