import { z } from 'zod';

/** Instructions for the model besides the program's own: of the team, or a file of the workspace. */
export const instructionSourceSchema = z.object({
  kind: z.enum(['team', 'workspace']),
  /** The file, as `AGENTS.md`; of the team: `team`. */
  name: z.string(),
  /** As the model may read it: of a file without hidden characters and secrets. */
  content: z.string(),
  tokens: z.int(),
  /** Size of a file of which only the start is in `content`. */
  cutFromBytes: z.int().optional(),
});
export type InstructionSource = z.infer<typeof instructionSourceSchema>;
