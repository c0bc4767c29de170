/** One thing worth telling the model of a result. */
export interface Fact {
  /** What the next step needs first has the lowest. */
  rank: number;
  /** Where it stands in the result; facts are shown in this order. 1-based line, as people see it. */
  line: number;
  text: string;
}

/** A full result, understood: what a summarizer makes, and packing fits to a budget. */
export interface Summary {
  /** Names the rule that made it, as the ledger and "why this view" tell it. */
  summarizer: string;
  /** The first line: what ran, how it ended, how much there is. What part is shown is added when it is known. */
  verdict: string;
  facts: Fact[];
  /** Lines of the whole and the number of the first, for counting what is not shown. */
  firstLine: number;
  lineCount: number;
}
