import { z } from 'zod';

/** What a model call consists of, in tokens as this program counts them. Images are not counted. */
export const contextPartsSchema = z.object({
  instructions: z.number().int(),
  /** Descriptions and parameters of the tools. */
  tools: z.number().int(),
  /** Messages and attachments of people. */
  people: z.number().int(),
  /** The agent's messages and the calls it requested. */
  agent: z.number().int(),
  /** Assistant views. */
  results: z.number().int(),
  /** Of earlier messages that were compacted. */
  summary: z.number().int(),
});
export type ContextParts = z.infer<typeof contextPartsSchema>;

export const totalTokens = (parts: ContextParts): number =>
  parts.instructions + parts.tools + parts.people + parts.agent + parts.results + parts.summary;
