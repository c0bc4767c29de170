/** Reads a source file line by line and adds its declarations to an outline. */
export interface LanguageReader {
  line(text: string, number: number): void;
  /**
   * Ends the file.
   * @returns `null` when everything opened was closed, else the line of what is still open
   */
  finish(): number | null;
}
