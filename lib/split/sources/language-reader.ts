/** Reads a source line by line and tells an outline what it declares. */
export interface LanguageReader {
  line(text: string, number: number): void;
  /** At the end. `null`: all that was opened is closed; otherwise the line where what is open still was opened. */
  finish(): number | null;
}
