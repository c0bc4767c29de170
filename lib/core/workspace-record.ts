import { z } from 'zod';

/** What a workspace that an admin adds may be called: good in an address as it is. */
export const workspaceNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/);

/** A workspace that an admin added; those of the operator stand in the settings alone. */
export const workspaceRecordSchema = z.object({
  name: workspaceNameSchema,
  kind: z.enum(['folder', 'clone']),
  /** Where a clone came from. */
  url: z.string().nullable(),
  /** Absolute, without links. */
  path: z.string(),
  /** A clone is under way, or came to nothing. */
  state: z.enum(['ready', 'cloning', 'failed']),
  /** Why it came to nothing, in a sentence. */
  failure: z.string().nullable(),
  addedBy: z.object({ id: z.string(), name: z.string() }),
  addedAt: z.iso.datetime(),
});
export type WorkspaceRecord = z.infer<typeof workspaceRecordSchema>;
