import { limits } from '#lib/core/limits.ts';
import { companionsOf } from '#lib/core/vocabulary/artifact.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import type { Services } from '#lib/services.ts';

type Renewing = Pick<Services, 'stores' | 'nowMs' | 'config' | 'readLifetime'>;

/**
 * Lets the results that an open page shows last as long from now as new ones do, within some hours of their
 * making. What is kept for longer, has expired, is being written, or belongs to another conversation stays as it is.
 */
export async function renewArtifacts(
  services: Renewing,
  conversation: Conversation,
  artifactIds: readonly string[],
): Promise<void> {
  const { stores, config, nowMs } = services;
  const lifetimeSeconds = config.renewWhileOpen ? await services.readLifetime() : null;
  if (lifetimeSeconds === null) return;
  const clockMs = await stores.artifacts.readClock();
  const expiries: Record<string, string> = {};
  for (const id of new Set(artifactIds)) {
    const record = await stores.artifacts.get(id);
    if (record?.metadata.conversationId !== conversation.id || record.metadata.expiresAt === null) continue;
    const endMs = Math.min(
      clockMs + lifetimeSeconds * 1_000,
      Date.parse(record.metadata.createdAt) + limits.renewedMs,
    );
    const end = new Date(endMs).toISOString();
    for (const companion of companionsOf(record.metadata)) await stores.artifacts.renew(companion, end);
    const renewed = await stores.artifacts.renew(id, end);
    if (renewed?.expiresAt) expiries[id] = renewed.expiresAt;
  }
  if (Object.keys(expiries).length === 0) return;
  const event = ephemeralEvent('artifacts.renewed', { expiries }, new Date(nowMs()).toISOString());
  await stores.events.appendLive(conversation.id, [event]);
}
