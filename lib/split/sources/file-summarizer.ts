import type { Evidence, Reader, Summarizer } from '../summarizer.ts';

/** A summarizer for one kind of file. */
export interface FileSummarizer extends Summarizer {
  read(evidence: Evidence): FileReader;
}

export interface FileReader extends Reader {
  /** Receives a line as it is in the file: printed line numbers were removed. */
  line(text: string, number: number): void;
  /**
   * Whether something of its kind was found. Once true it stays true, and `finish` then returns a summary
   * unless the call failed.
   */
  hasFound(): boolean;
}
