import { notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { AgentSettings } from '#lib/core/vocabulary/agents/agent.ts';
import type { AgentView } from '#lib/core/vocabulary/agents/agent-view.ts';
import { addedAgentSetting, addedAgentsOf } from '#lib/core/vocabulary/agents/chosen-agents.ts';
import type { Services } from '#lib/services.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/** The sub-agents, those of the config file first. */
export async function readAgentViews({
  config,
  stores,
}: Pick<Services, 'config' | 'stores'>): Promise<AgentView[]> {
  const added = addedAgentsOf(await stores.settings.get());
  return [
    ...[...config.agents].map(([name, agent]) => ({ ...agent, name, by: null })),
    ...[...added].flatMap(([name, { addedAt: _, ...agent }]) =>
      config.agents.has(name) ? [] : [{ ...agent, name }],
    ),
  ];
}

/**
 * Adds a sub-agent, or changes one that was added: from the next run on.
 * @throws VitrineError `unknown_model`, `not_possible`: why not, in a sentence
 */
export async function putAgent(
  { services, origin, member }: MemberCall,
  name: string,
  settings: AgentSettings,
): Promise<void> {
  const { config, stores, models, nowMs } = services;
  checkIsOurs(config, name);
  if (settings.model !== undefined && models.find(settings.model) === null) {
    throw new VitrineError('unknown_model', `There is no model ${settings.model} here`);
  }
  const added = addedAgentsOf(await stores.settings.get());
  const count = added.size + config.agents.size;
  if (!added.has(name) && count >= limits.agents) {
    throw new VitrineError('not_possible', `There are ${count} sub-agents. Remove one first.`);
  }
  const addedAt = added.get(name)?.addedAt ?? new Date(nowMs()).toISOString();
  const by = { id: member.id, name: member.name };
  await stores.settings.change(addedAgentSetting(name, { ...settings, by, addedAt }));
  const detail = added.has(name) ? 'changed' : 'added';
  await audit(services, origin, 'agent.changed', member, { subject: { id: name, name }, detail });
}

/**
 * Removes a sub-agent that was added on the page; one that works goes on.
 * @throws VitrineError `not_found`, `not_possible` for one of the config file
 */
export async function removeAgent({ services, origin, member }: MemberCall, name: string): Promise<void> {
  checkIsOurs(services.config, name);
  const { settings } = services.stores;
  if (!addedAgentsOf(await settings.get()).has(name)) throw notFound();
  await settings.change(addedAgentSetting(name, null));
  await audit(services, origin, 'agent.removed', member, { subject: { id: name, name } });
}

/** @throws VitrineError `not_possible` */
function checkIsOurs({ agents }: Services['config'], name: string): void {
  if (agents.has(name)) {
    throw new VitrineError('not_possible', `${name} is in the config file. Change it there.`);
  }
}
