/** What people can say to a message without words. */
export const reactions = ['done', 'looking', 'agree', 'thanks', 'question'] as const;
export type Reaction = (typeof reactions)[number];

export const reactionLabels: Readonly<Record<Reaction, string>> = {
  done: 'Done',
  looking: 'Looking at it',
  agree: 'Agree',
  thanks: 'Thanks',
  question: 'Question',
};
