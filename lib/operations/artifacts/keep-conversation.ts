import { artifactsOf } from '#lib/core/conversation/conversation-state.ts';
import { isVitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { KeepRequest } from '#lib/core/vocabulary/keep.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { keepArtifact } from './keep-artifact.ts';

/** How many artifacts are kept at once. */
const atOnce = 8;

/**
 * Keeps every result of a conversation for longer. What has expired, or is being written, is left as it is.
 * @returns how many are kept for at least as long now, and how many had expired
 * @throws VitrineError `storage_full`: as many are kept as there was room for
 */
export async function keepConversation(
  services: Pick<Services, 'stores' | 'nowMs' | 'readLifetime' | 'readState'>,
  member: Member,
  conversation: Conversation,
  request: KeepRequest,
): Promise<{ kept: number; expired: number }> {
  const { toolCalls } = await services.readState(conversation.id);
  const ids = [...new Set(Object.values(toolCalls).flatMap(artifactsOf))];
  const counts = { kept: 0, expired: 0 };
  for (let at = 0; at < ids.length; at += atOnce) {
    const outcomes = await Promise.all(
      ids.slice(at, at + atOnce).map((id) => keepOne(services, member, conversation, id, request)),
    );
    for (const outcome of outcomes) if (outcome !== null) counts[outcome] += 1;
  }
  return counts;
}

/** `null`: it is still being written, was removed, or belongs to another conversation. */
async function keepOne(
  services: Parameters<typeof keepArtifact>[0],
  member: Member,
  conversation: Conversation,
  id: string,
  request: KeepRequest,
): Promise<'kept' | 'expired' | null> {
  const record = await services.stores.artifacts.get(id);
  if (record === null || record.metadata.state === 'writing') return null;
  // A fork names results of its source, which are kept there.
  if (record.metadata.conversationId !== conversation.id) return null;
  if (record.metadata.state === 'complete' && record.metadata.expiresAt === null) return 'kept';
  try {
    await keepArtifact(services, member, record, request);
    return 'kept';
  } catch (error) {
    if (isVitrineError(error) && error.code === 'artifact_expired') return 'expired';
    throw error;
  }
}
