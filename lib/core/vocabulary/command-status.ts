import { z } from 'zod';

/** Whether commands run on a server, and what confines them. */
export const commandStatusSchema = z.object({
  /** `unsafe-host`: commands run with all rights of the server, as its operator requested. */
  mode: z.enum(['bwrap', 'unsafe-host', 'off']),
  /** Why commands are off, and what would turn them on: a sentence or two. `null`: they are on. */
  reason: z.string().nullable(),
  /**
   * What limits the memory of a command: the kernel counts all of it (`control group`), or this server
   * measures it four times a second, so that a command may exceed the limit for a moment (`watched`). `null`:
   * commands are off, or nothing limits it.
   */
  memory: z.enum(['control group', 'watched']).nullable(),
  /** Why the kernel does not limit it, and what would change that. `null`: it does, or commands are off. */
  memoryReason: z.string().nullable(),
});
export type CommandStatus = z.infer<typeof commandStatusSchema>;
