import type { Evidence, Reader, Summarizer } from '../summarizer.ts';

/** Knows one kind of file. */
export interface FileSummarizer extends Summarizer {
  read(evidence: Evidence): FileReader;
}

export interface FileReader extends Reader {
  /** A line as the file has it: numbers that were printed before the lines are taken off. */
  line(text: string, number: number): void;
  /** Something of its kind was found: once true it stays so, and unless the call failed `finish` gives a summary. */
  hasFound(): boolean;
}
