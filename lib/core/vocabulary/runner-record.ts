import { z } from 'zod';
import { commandStatusSchema } from './command-status.ts';

/** A process that works on conversations, as it registers for the other processes of an installation. */
export const runnerRecordSchema = z.object({
  /** Scheme, host and port at which the others reach it; no two runners have the same. */
  address: z.string(),
  /** Differs for each start of a process. */
  instance: z.string(),
  /** ID of the disk with its clones and worktrees: processes that share it have the same. */
  disk: z.string(),
  /** Whose files it has. */
  workspaces: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      isRepository: z.boolean(),
      /** By its settings, and not by an admin. */
      isConfigured: z.boolean(),
    }),
  ),
  commands: commandStatusSchema,
  /** Number of conversations that it works on. */
  workingOn: z.int(),
  /** Of the disk with its clones and worktrees; missing: not known, as of a process of an earlier version. */
  freeBytes: z.number().min(0).optional(),
});
export type RunnerRecord = z.infer<typeof runnerRecordSchema>;

/** `isAlive`: it has said so lately. Others are remembered for `limits.runnerRememberedMs`, since they may come back. */
export type KnownRunner = RunnerRecord & { isAlive: boolean };
