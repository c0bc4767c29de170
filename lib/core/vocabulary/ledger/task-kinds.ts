/** Kinds of replayed tasks by their size, in the order in which they are shown. */
export const taskKinds = ['long', 'medium', 'short'] as const;
export type TaskKind = (typeof taskKinds)[number];

export const taskKindNames: Record<TaskKind, string> = { long: 'Long', medium: 'Medium', short: 'Short' };

/** What the results of a task of a kind come to, where each is read whole; in tokens. */
export const taskKindSizes: Record<TaskKind, string> = {
  long: 'over 200,000 tokens if all is read',
  medium: '4,000 to 25,000 tokens a result',
  short: 'under 4,000 tokens',
};
