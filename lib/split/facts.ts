/**
 * How soon the next step needs a fact; lower comes first. Facts below `ranks.sample` are needed, so they may
 * use the whole budget. The others are added while the view is still short.
 */
export const ranks = {
  /** What went wrong first, and where. */
  cause: 0,
  /** Other failures, by name and location. */
  failure: 10,
  /** Figures about the whole: by file, by rule, by level. */
  spread: 20,
  /** One or two locations to continue from. */
  lead: 30,
  /** Verbatim lines. */
  sample: 50,
  /** Background information. */
  context: 80,
} as const;

/** One thing worth telling the model about a result. */
export interface Fact {
  /** One of `ranks`, with finer steps between them. */
  rank: number;
  /**
   * One or more lines for the model. The packer indents them by a space, so that text from a result is never
   * mistaken for Vitrine's own.
   */
  text: string;
  /** 1-based line in the result, as displayed. */
  line?: number;
  /** Substrings of the result that `text` repeats verbatim. */
  quotes?: readonly string[];
  /**
   * A failure or an error, whatever its rank: people are led to each one. Default: true for ranks below
   * `ranks.spread`.
   */
  isProblem?: boolean;
  /** How many of its section's items it stands for, where others have the same text. Default: 1. */
  count?: number;
  /** Names the columns of other facts, and says little by itself. */
  isLabel?: true;
  /** Shown instead when there is no room for the full text: the name of a test without its message. */
  brief?: { text: string; quotes?: readonly string[] };
}

/** The number of items that facts stand for. */
export const itemCount = (facts: readonly Fact[]): number =>
  facts.reduce((sum, { count = 1 }) => sum + count, 0);

/** Facts of one kind, shown together in the given order, and counted where they are left out. */
export interface Section {
  /** Shown before the facts: `failures`. `null`: no heading. */
  heading: string | null;
  /** The noun for one of them; `null`: omitted facts are not counted. */
  noun: string | null;
  /** How many exist in the whole result; the number of omitted facts is derived from it. */
  total: number;
  /**
   * `lines`: each fact on its own line. `list`: separated by commas. `paths`: the same for texts that start
   * with a path; a folder shared by some after the first is named once (`src/{a.ts 3, b.ts 2}`). `words`:
   * separated by blanks.
   */
  layout: 'lines' | 'list' | 'paths' | 'words';
  /** Omitted facts are counted at the end, together with those of other sections with the same noun. */
  countsTogether?: true;
  facts: readonly Fact[];
}
