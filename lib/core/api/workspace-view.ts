import { z } from 'zod';
import { workspaceRecordSchema } from '../vocabulary/workspace-record.ts';

/** A workspace as admins see it. */
export const workspaceViewSchema = workspaceRecordSchema
  .pick({ url: true, path: true, state: true, failure: true })
  .extend({
    name: z.string(),
    /** `operator`: from the server's settings, so nobody can remove it here. */
    source: z.enum(['operator', ...workspaceRecordSchema.shape.kind.options]),
    addedBy: workspaceRecordSchema.shape.addedBy.nullable(),
    addedAt: z.iso.datetime().nullable(),
    /** Its folder is missing or no longer allowed. */
    isGone: z.boolean(),
    /** The runner that has it; `null`: this process, or none. */
    runner: z.string().nullable(),
    /** No runner that has it is there at the moment. */
    isAway: z.boolean(),
    conversationCount: z.number().int(),
  });
export type WorkspaceView = z.infer<typeof workspaceViewSchema>;

/** What the settings let admins do; an empty list allows nothing. */
export interface WorkspaceRules {
  cloneFrom: readonly string[];
  /** Folders that may be added; `null`: any folder that the server can read (local mode). */
  folders: readonly string[] | null;
}
