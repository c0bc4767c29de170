/** A line of a text that matches a query. */
export interface MatchingLine {
  /** 1-based. */
  line: number;
  /** Byte offset of its first match in the whole text. */
  offset: number;
  /** The first 400 bytes of the line. */
  start: string;
}
