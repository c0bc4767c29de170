import { VitrineError } from '#lib/core/errors.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { requireConversation, requireReadable } from '../access.ts';
import { receiveUpload, type ShownDescription } from '../artifacts/receive-upload.ts';
import type { MemberCall } from '../member-call.ts';
import { checkRate } from '../rate-limits.ts';
import { clientConversation, type McpClient } from './client-conversation.ts';
import { submitMessage } from './submit-message.ts';

/** Bytes, or what was uploaded before. */
type ShownContent = { chunks: AsyncIterable<Uint8Array> } | { uploadId: string };

export interface ShownResult extends ShownDescription {
  content: ShownContent;
  /** `null`: the client's own conversation of today. */
  conversationId: string | null;
}

/**
 * Shows a result of another agent to people: as an artifact, in a message to the team. Its view is what an agent of
 * this server reads of it.
 * @throws VitrineError `not_found`, `invalid_request` for nothing, `too_large`, `storage_full`, `too_many_requests`
 */
export async function showResult(
  call: MemberCall,
  client: McpClient,
  { content, conversationId, ...shown }: ShownResult,
): Promise<ArtifactRecord> {
  const { services, member, origin } = call;
  await checkRate(services, origin, 'upload', member.id);
  // Rights first: nothing is stored for a conversation that the member may not write in.
  const wanted =
    conversationId === null ? null : await requireConversation(services, member, conversationId, 'write');
  const artifactId =
    'uploadId' in content
      ? await requireUpload(call, content.uploadId)
      : (await receiveUpload(services, member, { name: '', chunks: content.chunks, shown })).artifactId;
  const conversation = wanted ?? (await clientConversation(services, member, client));
  await submitMessage(call, conversation, { text: '', to: 'team', attachments: [{ artifactId }] });
  return (await requireReadable(services, member, artifactId)).artifact;
}

async function requireUpload({ services, member }: MemberCall, id: string): Promise<string> {
  const { conversation } = await requireReadable(services, member, id);
  if (conversation !== null) throw new VitrineError('invalid_request', `${id} is shown already`);
  return id;
}
