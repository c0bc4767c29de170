import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import type { OpenText } from '#lib/workspace/search-text.ts';

/** What is recalled from: an artifact, or a file instead of one. */
export interface RecallSource {
  /** Its name for people: `lib/x.ts`. */
  title: string;
  /** The number people see on the first line. */
  firstLine: number;
  lineCount: number;
  byteLength: number;
  /** All of its text, as UTF-8 and as a model may read it. */
  open: OpenText;
  /** Lines by their position, from 1, as a model may read them. `null`: it has expired in the meantime. */
  readLines(range: LineRange): Promise<LineWindow | null>;
}
