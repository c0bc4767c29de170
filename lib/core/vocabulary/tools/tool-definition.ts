import { z } from 'zod';
import { jsonSchema } from '../json.ts';

/** What an MCP server says of a tool that the model, or a policy, goes by. */
export const toolDefinitionSchema = z.object({
  title: z.string().nullable(),
  description: z.string(),
  inputSchema: jsonSchema,
  /** Hints: a tool that says it changes nothing is asked about less. */
  annotations: jsonSchema,
});
export type ToolDefinitionText = z.infer<typeof toolDefinitionSchema>;

/** A definition under which a tool was seen. */
export const seenDefinitionSchema = z.object({
  /** The tool's name as the model has it: `mcp__files__search`. */
  tool: z.string(),
  /** Equal for equal definitions. */
  hash: z.string(),
  definition: toolDefinitionSchema,
  seenAt: z.iso.datetime(),
  /** The tool may be called while it is defined so. The first definition of a tool is accepted as it comes. */
  isAccepted: z.boolean(),
});
export type SeenDefinition = z.infer<typeof seenDefinitionSchema>;

/** A tool that is blocked, because its server defines it otherwise than what was accepted. */
export interface ToolChange {
  tool: string;
  /** Of the new definition. */
  hash: string;
  /** `null`: the server has had so many tools that no new one is accepted as it comes. */
  before: ToolDefinitionText | null;
  after: ToolDefinitionText;
  /** Since when. */
  seenAt: string;
}

/** The definitions that nobody accepted, by tool. */
export function changesIn(seen: readonly SeenDefinition[]): ToolChange[] {
  const accepted = Map.groupBy(
    seen.filter(({ isAccepted }) => isAccepted),
    ({ tool }) => tool,
  );
  return seen
    .filter(({ isAccepted }) => !isAccepted)
    .map(({ tool, hash, definition, seenAt }) => ({
      tool,
      hash,
      before: latestOf(accepted.get(tool) ?? [])?.definition ?? null,
      after: definition,
      seenAt,
    }))
    .sort((one, other) => (one.tool < other.tool ? -1 : 1));
}

const latestOf = (seen: readonly SeenDefinition[]): SeenDefinition | undefined =>
  seen.toSorted((one, other) => (one.seenAt < other.seenAt ? -1 : 1)).at(-1);
