/** What the results of a tool are: it decides which summarizers are asked first, and the title. */
export type ResultKind = 'command' | 'file' | 'matches' | 'listing' | 'text';
