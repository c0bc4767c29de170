/** Kinds of replayed tasks, in the order in which they are shown. */
export const taskKinds = ['long', 'recall', 'builds', 'reading', 'edits', 'short'] as const;
export type TaskKind = (typeof taskKinds)[number];

export const taskKindNames: Record<TaskKind, string> = {
  long: 'Long',
  recall: 'Needs a recall to be solved',
  builds: 'Tests and builds',
  reading: 'Search and read',
  edits: 'Edits',
  short: 'Short',
};

/** What the tasks of a kind have in common, where it is their size; in tokens of their results, unsplit. */
export const taskKindSizes: Partial<Record<TaskKind, string>> = {
  long: 'over 200,000 tokens unsplit',
  recall: 'over 200,000 tokens unsplit',
  short: 'under 4,000 tokens unsplit',
};
