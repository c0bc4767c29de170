import { z } from 'zod';
import { limits } from '../limits.ts';
import { maxVariables, variableSchema } from '../vocabulary/environment/variable.ts';
import {
  maxSecrets,
  secretValueSchema,
  workspaceSecretSchema,
} from '../vocabulary/environment/workspace-secret.ts';
import { hostGrantSchema } from '../vocabulary/network/host-grant.ts';
import { hostSchema } from '../vocabulary/network/host-schema.ts';

/** What admins decide for one workspace. */
export const workspaceSettingsSchema = z.object({
  name: z.string(),
  /** Hosts that its commands may reach without asking: of the config file first. */
  hosts: z.array(hostGrantSchema).readonly(),
  /** Set for all its commands; everybody who runs one can read them. */
  variables: z.array(variableSchema).readonly(),
  /** Commands get those that a call names and people allow; nobody reads their values. */
  secrets: z.array(workspaceSecretSchema).readonly(),
  /** What its commands keep from one to the next: caches, and programs that they installed. */
  keptBytes: z.int(),
  /** Folders of the server that its commands read: of the config file. */
  toolchains: z.array(z.string()).readonly(),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;

export const workspaceSettingsChangeSchema = z.strictObject({
  allowHosts: z
    .array(hostSchema)
    .max(limits.workspaceHosts)
    .optional()
    .describe('From now on, without asking'),
  setVariables: z.array(variableSchema).max(maxVariables).optional(),
  removeVariables: z.array(variableSchema.shape.name).max(maxVariables).optional(),
  setSecrets: z
    .array(z.strictObject({ name: variableSchema.shape.name, value: secretValueSchema }))
    .max(maxSecrets)
    .optional(),
  removeSecrets: z.array(variableSchema.shape.name).max(maxSecrets).optional(),
  clearKept: z.literal(true).optional().describe('Caches and installed programs are deleted'),
  removeHosts: z.array(hostSchema).max(limits.workspaceHosts).optional().describe('People are asked again'),
});
export type WorkspaceSettingsChange = z.infer<typeof workspaceSettingsChangeSchema>;
