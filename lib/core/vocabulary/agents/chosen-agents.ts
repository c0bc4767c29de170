import { z } from 'zod';
import { type Agent, type AgentSettings, agentSettingsSchema, toAgent } from './agent.ts';

/** A sub-agent that an admin added on the page. */
const addedAgentSchema = agentSettingsSchema.extend({
  by: z.object({ id: z.string(), name: z.string() }),
  addedAt: z.iso.datetime(),
});
export type AddedAgent = z.infer<typeof addedAgentSchema>;

const namePrefix = 'agent.';
const namePattern = z.templateLiteral([namePrefix, z.string()]);

/** As they are stored, each under a name of its own; `null`: it was removed. */
export type ChosenAgents = Partial<Record<`${typeof namePrefix}${string}`, AddedAgent | null>>;

export const chosenAgentsSchema = z
  .looseRecord(namePattern, addedAgentSchema.nullable())
  .transform(
    (stored): ChosenAgents =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** By name, the first one first. @param chosen all settings that admins decided */
export const addedAgentsOf = (chosen: ChosenAgents): ReadonlyMap<string, AddedAgent> =>
  new Map(
    Object.entries(chosen)
      .filter((entry): entry is [string, AddedAgent] => entry[0].startsWith(namePrefix) && !!entry[1])
      .sort(([, one], [, other]) => (one.addedAt < other.addedAt ? -1 : 1))
      .map(([name, agent]) => [name.slice(namePrefix.length), agent]),
  );

/** The stored form of an agent that is added or changed; `null`: of one that is removed. */
export const addedAgentSetting = (name: string, agent: AddedAgent | null): ChosenAgents => ({
  [`${namePrefix}${name}` as const]: agent,
});

/** All sub-agents: those of the config file, which nobody changes in the app, then those that were added. */
export function agentsIn(configured: ReadonlyMap<string, AgentSettings>, chosen: ChosenAgents): Agent[] {
  const added = [...addedAgentsOf(chosen)].filter(([name]) => !configured.has(name));
  return [...configured, ...added].map(([name, settings]) => toAgent(name, settings));
}
