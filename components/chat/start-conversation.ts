import { type RequestResult, sendJson } from '../ui/request-json.ts';
import { newClientMessageId, sendMessage } from './send-message.ts';

interface Wanted {
  /** Left out: the server's choice. */
  workspace?: string;
  worktree?: true;
}

/**
 * Makes a conversation and says the first thing in it.
 * Where the message is not taken, the conversation goes again, so that a second try leaves no empty one.
 */
export async function startConversation(
  text: string,
  wanted: Wanted,
): Promise<RequestResult<{ id: string }>> {
  const created = await sendJson<{ id: string }>('POST', '/api/conversations', wanted);
  if (!created.ok) return created;
  const { id } = created.value;
  const sent = await sendMessage(id, { text, clientMessageId: newClientMessageId() });
  if (sent.ok) return created;
  if (sent.code !== 'network') await sendJson<null>('DELETE', `/api/conversations/${id}`);
  return sent;
}
