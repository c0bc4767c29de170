import { z } from 'zod';

/**
 * What a token may be used for; none includes another. `read`: conversations, results and figures. `write`: change
 * conversations, keep and share results, change files. `show`: upload results, and show them in a conversation. `run`: ask
 * the agent, answer what it asks, and run calls. `admin`: what only admins may.
 */
export const tokenScopes = ['read', 'write', 'show', 'run', 'admin'] as const;
export const tokenScopeSchema = z.enum(tokenScopes);
export type TokenScope = z.infer<typeof tokenScopeSchema>;

/** A member's key for programs. Only its hash is stored. Times are ISO 8601, UTC. */
export const apiTokenSchema = z.object({
  id: z.string(),
  memberId: z.string(),
  /** As its member calls it: the machine or the agent that has it. */
  name: z.string(),
  scopes: z.array(tokenScopeSchema),
  createdAt: z.iso.datetime(),
  /** Accurate to the minute; `null`: never used. */
  lastSeenAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;
