import { z } from 'zod';
import { limits } from '../limits.ts';
import { hostGrantSchema } from '../vocabulary/network/host-grant.ts';
import { hostSchema } from '../vocabulary/network/host-schema.ts';

/** What admins decide for one workspace. */
export const workspaceSettingsSchema = z.object({
  name: z.string(),
  /** Hosts that its commands may reach without asking: of the config file first. */
  hosts: z.array(hostGrantSchema).readonly(),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;

export const workspaceSettingsChangeSchema = z.strictObject({
  allowHosts: z
    .array(hostSchema)
    .max(limits.workspaceHosts)
    .optional()
    .describe('From now on, without asking'),
  removeHosts: z.array(hostSchema).max(limits.workspaceHosts).optional().describe('People are asked again'),
});
export type WorkspaceSettingsChange = z.infer<typeof workspaceSettingsChangeSchema>;
