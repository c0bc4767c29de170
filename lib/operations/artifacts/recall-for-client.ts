import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { attachmentSettings } from '#lib/runs/attachment-settings.ts';
import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import type { RecallAsk } from '#lib/tools/recall/recall.ts';
import { recallArtifact } from '#lib/tools/recall/recall-artifact.ts';
import { requireReadable } from '../access.ts';
import { attachmentDoors } from '../conversations/attachment-doors.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * More of an artifact for the model of another agent: secrets have the names that they have in its conversation.
 * @throws VitrineError `not_found`, `not_possible` with why there is nothing to read
 */
export async function recallForClient(
  { services, member, origin }: MemberCall,
  artifactId: string,
  { maxTokens, ...ask }: RecallAsk & { maxTokens?: number | null | undefined },
): Promise<string> {
  const { artifact, conversation } = await requireReadable(services, member, artifactId);
  const createMask = await createClientMask(services, conversation);
  const doors = {
    artifacts: services.stores.artifacts,
    createMask,
    signal: origin.signal,
  };
  const budget = { maxTokens: maxTokens ?? limits.recallTokens, count: (await loadTokenizer()).count };
  const found = await recallArtifact(doors, artifact.metadata, ask, budget);
  if (typeof found === 'string') return found;
  throw new VitrineError('not_possible', found.problem);
}

/** Gives secrets the names that they have in the conversation; `null`: it is in none yet. */
export async function createClientMask(
  services: MemberCall['services'],
  conversation: Conversation | null,
): Promise<() => (text: string) => string> {
  const state = conversation && (await services.readState(conversation.id));
  const { secrets } = await attachmentSettings(
    attachmentDoors(services),
    state ?? { maskedSecrets: {}, workspace: null },
  );
  return () => createSecretMasker(secrets).mask;
}
