import { z } from 'zod';

/** What a model call consists of, in tokens as this program counts them. Images have no count. */
export const contextPartsSchema = z.object({
  instructions: z.number().int(),
  /** Descriptions and parameters of the tools. */
  tools: z.number().int(),
  /** What people wrote and attached. */
  people: z.number().int(),
  /** What the agent wrote, and the calls it asked for. */
  agent: z.number().int(),
  /** Assistant views. */
  results: z.number().int(),
});
export type ContextParts = z.infer<typeof contextPartsSchema>;

export const totalTokens = (parts: ContextParts): number =>
  parts.instructions + parts.tools + parts.people + parts.agent + parts.results;
