import type { RecordFailure } from './record-failure.ts';

/**
 * The answer to a search in an artifact, streamed as NDJSON, one record a line: any number of hits, then one
 * of the other two records.
 */
export type SearchRecord = SearchHits | SearchEnd | RecordFailure;

export interface SearchHits {
  /** Line number as people see it. One line may span several records. */
  line: number;
  /**
   * Offsets of the hits in the line as people read it, in characters (UTF-16 units), also beyond where the
   * line is cut. Each hit is as long as its query.
   */
  starts: number[];
}

export interface SearchEnd {
  done: true;
  /** Number of all hits. */
  hits: number;
  /** Number of lines with a hit. */
  lines: number;
  /** Only the first `limits.searchHits` hits were sent with their offsets. */
  isCut: boolean;
  /** Number of lines that were searched: all that existed at the time. */
  lineCount: number;
}
