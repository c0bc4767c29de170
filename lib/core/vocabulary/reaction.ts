import { z } from 'zod';

/** What people can say to a message without words. */
export const reactionSchema = z.enum(['done', 'looking', 'agree', 'thanks', 'question']);
export type Reaction = z.infer<typeof reactionSchema>;

export const reactionLabels: Readonly<Record<Reaction, string>> = {
  done: 'Done',
  looking: 'Looking at it',
  agree: 'Agree',
  thanks: 'Thanks',
  question: 'Question',
};
