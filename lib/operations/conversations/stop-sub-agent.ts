import { notFound } from '#lib/core/errors.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { Services } from '#lib/services.ts';

/**
 * Stops one sub-agent, and those below it, in whichever process it works; its run goes on with what it had. Does nothing
 * if it has ended.
 * @throws VitrineError `not_found`
 */
export async function stopSubAgent(
  { readState, stores, nowMs }: Pick<Services, 'readState' | 'stores' | 'nowMs'>,
  { conversationId, subagentId }: { conversationId: string; subagentId: string },
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { subAgents } = await readState(conversationId);
  const agent = Object.values(subAgents).find((one) => one.subagentId === subagentId);
  if (!agent) throw notFound();
  if (agent.end !== null) return;
  // Logged before the stop itself, so that the resulting end has its reason.
  const stop = durableEvent(
    'subagent.stop_requested',
    { subagentId, by: { id, name } },
    new Date(nowMs()).toISOString(),
  );
  await stores.events.append(conversationId, [stop], { onceKey: `stop:${subagentId}` });
  await stores.leases.ask(conversationId, { kind: 'stop_sub_agent', subagentId });
}
