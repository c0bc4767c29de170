import { z } from 'zod';

/** Valid names for a workspace that an admin adds: usable in a URL without escaping. */
export const workspaceNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/);

/** A workspace that an admin added; the operator's workspaces are only in the settings. */
export const workspaceRecordSchema = z.object({
  name: workspaceNameSchema,
  kind: z.enum(['folder', 'clone']),
  /** The URL a clone came from. */
  url: z.string().nullable(),
  /** Absolute, with links resolved. */
  path: z.string(),
  /** `cloning`: a clone is in progress; `failed`: it failed. */
  state: z.enum(['ready', 'cloning', 'failed']),
  /** Why it failed, in a sentence. */
  failure: z.string().nullable(),
  addedBy: z.object({ id: z.string(), name: z.string() }),
  addedAt: z.iso.datetime(),
});
export type WorkspaceRecord = z.infer<typeof workspaceRecordSchema>;
