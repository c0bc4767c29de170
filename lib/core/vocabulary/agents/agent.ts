import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { isToolPattern } from '../tools/tool-pattern.ts';

export const agentName = /^[a-z][a-z0-9-]{0,39}$/;

const microdollars = 1_000_000;

/** A sub-agent as people write it, in the config file and on the page. */
export const agentSettingsSchema = z
  .strictObject({
    description: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .describe('When to delegate to it: the model chooses by this, so keep it short'),
    instructions: z.string().trim().min(1).max(8_000).describe('What it reads before its task'),
    model: z.string().min(1).max(200).optional().describe('Default: the model that delegates to it'),
    tools: z
      .array(z.string().refine(isToolPattern, { error: 'there is no such tool' }))
      .min(1)
      .max(100)
      .optional()
      .describe('Tools it can use: names, or the start of names and a *. Default: all'),
    dollars: z.number().min(0.01).max(10_000).optional().describe('Budget of one task. Default: none'),
    steps: z
      .int()
      .min(1)
      .max(limits.maxStepsPerAgent)
      .optional()
      .describe(`Maximum number of model calls for one task. Default: ${limits.stepsPerAgent}`),
  })
  .meta({ id: 'agent' });
export type AgentSettings = z.infer<typeof agentSettingsSchema>;

/** A sub-agent that the model can delegate tasks to. */
export interface Agent {
  name: string;
  description: string;
  instructions: string;
  /** ID of its model; `null`: the one that delegates to it. */
  model: string | null;
  /** Names, or the start of names and a `*`; `null`: all tools. */
  tools: readonly string[] | null;
  /** Model calls for one task. */
  maxSteps: number;
  /** For one task; `null`: no budget of its own. */
  maxMicrodollars: number | null;
}

export const toAgent = (name: string, settings: AgentSettings): Agent => ({
  name,
  description: settings.description,
  instructions: settings.instructions,
  model: settings.model ?? null,
  tools: settings.tools ?? null,
  maxSteps: settings.steps ?? limits.stepsPerAgent,
  maxMicrodollars: settings.dollars === undefined ? null : Math.round(settings.dollars * microdollars),
});
