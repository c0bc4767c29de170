import type { FieldTallies } from './field-tallies.ts';
import type { KeyTallies } from './key-tallies.ts';
import type { Candidate, NotedLine } from './line-shape.ts';
import type { ShapeTable } from './shape-table.ts';

/** What the text of a result is, which decides how far its words can be trusted. */
export type Nature =
  /** What a program says of its work. */
  | 'report'
  /** Prose, documents, listings: words of trouble are a matter of what it is about. */
  | 'text'
  /** Source, diffs, search hits: code that handles errors has none. */
  | 'code';

export interface GeneralEnding {
  exitCode: number | null;
  nature: Nature;
  /** Lines are shown with their indentation. */
  isFile: boolean;
}

/** All that was noted of a result as it streamed by, in bounded memory. */
export interface Survey {
  shapes: ShapeTable;
  fields: FieldTallies;
  keys: KeyTallies;
  /** Lines that are not blank. */
  filledLines: number;
  lastNumber: number;
  /** Lines that are sums. */
  totalLines: number;
  errorLines: number;
  /** The first ones, and the last. */
  begin: readonly Candidate[];
  end: readonly NotedLine[];
}
