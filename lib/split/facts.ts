/**
 * How soon the next step needs a fact. Lower comes first. Facts below `ranks.sample` are needed: they may use the whole
 * budget. The others are taken while the view is still short.
 */
export const ranks = {
  /** What went wrong first, and where. */
  cause: 0,
  /** What else went wrong, by name and place. */
  failure: 10,
  /** Figures of the whole: by file, by rule, by level. */
  spread: 20,
  /** One or two places to go on from. */
  lead: 30,
  /** Lines as they stand. */
  sample: 50,
  /** What is nice to know. */
  context: 80,
} as const;

/** One thing worth telling the model of a result. */
export interface Fact {
  /** `ranks`, with finer steps between them. */
  rank: number;
  /** As the model reads it: a line or more. The packer sets it in by a space, so that nothing from a result stands where Vitrine speaks. */
  text: string;
  /** Where it stands in the result: 1-based line as people see it. */
  line?: number;
  /** The pieces of the result that `text` repeats literally. */
  quotes?: readonly string[];
  /** A failure or an error, however it ranks: people are led to each. Those below `ranks.spread` are, unless they say no. */
  isProblem?: boolean;
  /** Stands in where there is no room for all of it: the name of a test without what it said. */
  brief?: { text: string; quotes?: readonly string[] };
}

/** Facts of one kind, shown together in the order given, and counted where they are left out. */
export interface Section {
  /** Stands before them: `failures`. `null`: they need none. */
  heading: string | null;
  /** What one of them is called; `null`: those left out are not counted. */
  noun: string | null;
  /** How many there are in the whole result: those not shown are counted from it. */
  total: number;
  /**
   * `lines`: each on its own. `list`: one after another. `paths`: likewise, and the folder that some after the first share is
   * named once (`src/{a.ts 3, b.ts 2}`): their text begins with a path. `words`: one after another, with blanks between.
   */
  layout: 'lines' | 'list' | 'paths' | 'words';
  /** Those not shown are counted at the end, with those of other sections that have the same noun. */
  countsTogether?: true;
  facts: readonly Fact[];
}
