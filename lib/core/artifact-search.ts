import type { RecordFailure } from './record-failure.ts';

/**
 * What a search in an artifact answers, while it is found: a record a line of NDJSON, hits from the first on, and one of the
 * last two at the end.
 */
export type SearchRecord = SearchHits | SearchEnd | RecordFailure;

export interface SearchHits {
  /** By the number people see. A line may be told in several records. */
  line: number;
  /** Where hits begin in the line as people read it, in characters (UTF-16 units), whether shown or cut. Each is as long as its query. */
  starts: number[];
}

export interface SearchEnd {
  done: true;
  /** All there are. */
  hits: number;
  /** Lines that have one. */
  lines: number;
  /** Places were told of the first `limits.searchHits` only. */
  isCut: boolean;
  /** How many lines were searched: all there were then. */
  lineCount: number;
}
