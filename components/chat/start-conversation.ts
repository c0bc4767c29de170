import { newClientMessageId } from '../ui/new-client-message-id.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';
import { type Draft, outgoingMessage, sendMessage } from './send-message.ts';

interface Wanted {
  /** Omitted: the server chooses. */
  workspace?: string;
  worktree?: true;
  /** Of the conversation itself; omitted: none. */
  instructions?: string;
}

/**
 * Creates a conversation with its instructions, and sends its first message. If either is refused, the
 * conversation is deleted, so that a second try leaves no empty one.
 */
export async function startConversation(
  draft: Draft,
  { instructions, ...wanted }: Wanted,
): Promise<RequestResult<{ id: string }>> {
  const created = await sendJson<{ id: string }>('POST', '/api/conversations', wanted);
  if (!created.ok) return created;
  const { id } = created.value;
  const prepared =
    instructions === undefined
      ? created
      : await sendJson<unknown>('PATCH', `/api/conversations/${id}/instructions`, { own: instructions });
  const sent = prepared.ok
    ? await sendMessage(id, outgoingMessage({ ...draft, clientMessageId: newClientMessageId() }))
    : prepared;
  if (sent.ok) return created;
  if (sent.code !== 'network') await sendJson<null>('DELETE', `/api/conversations/${id}`);
  return sent;
}
