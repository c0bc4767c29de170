import { z } from 'zod';
import { limits } from '../limits.ts';
import { setUpStateSchema } from '../vocabulary/environment/set-up.ts';
import { maxSetUpCharacters } from '../vocabulary/environment/set-up-file.ts';
import { maxVariables, variableSchema } from '../vocabulary/environment/variable.ts';
import {
  maxSecrets,
  secretValueSchema,
  workspaceSecretSchema,
} from '../vocabulary/environment/workspace-secret.ts';
import { gitRemoteSchema } from '../vocabulary/git-remote.ts';
import { hostGrantSchema } from '../vocabulary/network/host-grant.ts';
import { hostSchema } from '../vocabulary/network/host-schema.ts';
import { workspaceAccessChangeSchema, workspaceAccessSchema } from '../vocabulary/team/workspace-access.ts';

/** What admins decide for one workspace. */
export const workspaceSettingsSchema = z.object({
  name: z.string(),
  /** Hosts that its commands may reach without asking: of the config file first. */
  hosts: z.array(hostGrantSchema).readonly(),
  /** Set for all its commands; everybody who runs one can read them. */
  variables: z.array(variableSchema).readonly(),
  /** Commands get those that a call names and people allow; nobody reads their values. */
  secrets: z.array(workspaceSecretSchema).readonly(),
  /** Where its branches are pushed; `null`: nowhere yet. */
  remote: gitRemoteSchema.nullable(),
  setUp: z.object({
    /** Of the page; `null`: the file in the workspace is used, if it is there. */
    script: z.string().nullable(),
    /** The file; `null`: it is not there. */
    file: z.object({ text: z.string(), sha256: z.string() }).nullable(),
    /** `false`: an admin has to allow this version of the file, because people are asked before commands run. */
    mayRun: z.boolean(),
    /** How the last one ended in the workspace itself; `null`: it runs with the next command. */
    state: setUpStateSchema.nullable(),
  }),
  /** Who may use it, and run commands in it. */
  access: workspaceAccessSchema,
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
  remote: gitRemoteSchema
    .nullable()
    .optional()
    .describe('Where branches are pushed; null: as its clone came from'),
  setUpScript: z
    .string()
    .max(maxSetUpCharacters)
    .refine((text) => text.trim() !== '' && !text.includes('\0'), 'the script is empty')
    .nullable()
    .optional()
    .describe('null: the file in the workspace is used'),
  allowSetUp: z
    .string()
    .max(64)
    .optional()
    .describe('SHA-256 of the version of the file that may run unasked'),
  runSetUpAgain: z.literal(true).optional().describe('With the next command'),
  access: workspaceAccessChangeSchema
    .optional()
    .describe('Conversations of it are closed to everybody else from the next request on'),
  clearKept: z.literal(true).optional().describe('Caches and installed programs are deleted'),
  removeHosts: z.array(hostSchema).max(limits.workspaceHosts).optional().describe('People are asked again'),
});
export type WorkspaceSettingsChange = z.infer<typeof workspaceSettingsChangeSchema>;
