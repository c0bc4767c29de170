/** Lines of a file around a match, the match among them, as `GET /api/artifacts/:id/context` answers. */
export interface MatchContext {
  /** Relative to the workspace. */
  path: string;
  /** The number of the first of them in the file. */
  from: number;
  lines: string[];
  /** Lines of the file. */
  total: number;
  /** Lines longer than the limit, by their number in the file: shown cut, with their full length in bytes. */
  cut: { line: number; byteLength: number }[];
}
