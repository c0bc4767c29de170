export const resultKinds = ['command', 'file', 'matches', 'listing', 'text'] as const;

/** What the results of a tool are: it decides which summarizers are asked first, and the title. */
export type ResultKind = (typeof resultKinds)[number];
