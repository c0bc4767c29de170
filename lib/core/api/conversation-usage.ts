import { z } from 'zod';
import { contextPartsSchema } from '../vocabulary/context-parts.ts';
import { savingsFiguresSchema } from '../vocabulary/ledger/savings.ts';

/** What fills the model's context in a conversation, and what the split has kept out of it so far. */
export const conversationUsageSchema = z.object({
  model: z.string(),
  /** Size of the context window in tokens; `null`: unknown. */
  windowTokens: z.number().int().nullable(),
  /** Where older messages are compacted; `null`: nowhere, since the window is unknown. */
  compactsAtTokens: z.number().int().nullable(),
  /** What the next model call would send, as this program counts it. */
  usedTokens: z.number().int(),
  parts: contextPartsSchema,
  /** Of the tools of MCP servers: sent ones are part of `parts.tools`, deferred ones are not sent. */
  definitions: z.array(z.object({ server: z.string(), tokens: z.int(), isDeferred: z.boolean() })),
  /** Of `parts.instructions`, those that people set, in the order in which the model reads them. */
  instructions: z.array(
    z.object({ from: z.enum(['team', 'workspace', 'conversation']), name: z.string(), tokens: z.int() }),
  ),
  /** For the conversation so far. */
  figures: savingsFiguresSchema.pick({
    withheldTokens: true,
    avoidedTokens: true,
    netMicrodollars: true,
    costMicrodollars: true,
  }),
});
export type ConversationUsage = z.infer<typeof conversationUsageSchema>;
