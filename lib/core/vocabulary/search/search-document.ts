import { z } from 'zod';

export const searchKinds = ['conversation', 'message', 'artifact'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Something that people can find, as an index stores it. */
export const searchDocumentSchema = z.object({
  /** Of the conversation, the message or the artifact. */
  id: z.string(),
  kind: z.enum(searchKinds),
  conversationId: z.string(),
  /** What is searched, as `searchableText` makes it: a title, a message, the title and the call of an artifact. */
  text: z.string(),
  /** By what else it is found: `kind:message`, `by:mem_…`, `tool:read_file`. */
  facets: z.array(z.string()),
  /** ISO 8601, UTC. */
  timestamp: z.string(),
  /** `null`: the agent. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Of an artifact: how long its content is. Absent where an earlier version indexed it. */
  byteLength: z.int().optional(),
});
export type SearchDocument = z.infer<typeof searchDocumentSchema>;
