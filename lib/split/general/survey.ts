import type { FieldTallies } from './field-tallies.ts';
import type { KeyTallies } from './key-tallies.ts';
import type { Candidate, NotedLine } from './line-shape.ts';
import type { Pauses } from './pauses.ts';
import type { ShapeTable } from './shape-table.ts';

/** What kind of text a result is, which decides how far its words can be trusted. */
export type Nature =
  /** A program's report of its work. */
  | 'report'
  /** Prose, documents, listings: words such as "error" are about the subject. */
  | 'text'
  /** Source, diffs, search hits: code that handles errors is not itself an error. */
  | 'code';

export interface GeneralEnding {
  exitCode: number | null;
  nature: Nature;
  /** The text is a file, so lines are shown with their indentation. */
  isFile: boolean;
}

/** Everything recorded about a result as it streamed by, in bounded memory. */
export interface Survey {
  shapes: ShapeTable;
  fields: FieldTallies;
  keys: KeyTallies;
  pauses: Pauses;
  /** Lines that are not blank. */
  filledLines: number;
  lastNumber: number;
  /** Lines that state totals. */
  totalLines: number;
  errorLines: number;
  /** The first lines (`begin`) and the last ones (`end`). */
  begin: readonly Candidate[];
  end: readonly NotedLine[];
}
