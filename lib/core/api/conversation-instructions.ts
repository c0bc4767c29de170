import { z } from 'zod';
import { instructionSourceSchema } from '../vocabulary/instruction-source.ts';

const person = z.object({ id: z.string(), name: z.string() });

/** What the model reads in a conversation besides the program's own instructions. */
export const conversationInstructionsSchema = z.object({
  /** Of the team and the workspace; before the first run, what that would read. */
  sources: z.array(instructionSourceSchema),
  /** When they were read, for good; `null`: they have not been. */
  readAt: z.iso.datetime().nullable(),
  /** Who had them read again; `null`: they were read when the first run started. */
  readBy: person.nullable(),
  /** Whether the team or the workspace says something else by now. */
  isOutdated: z.boolean(),
  /** The conversation's own; `null`: there are none. */
  own: z.object({ content: z.string(), tokens: z.int(), by: person, changedAt: z.iso.datetime() }).nullable(),
});
export type ConversationInstructions = z.infer<typeof conversationInstructionsSchema>;
