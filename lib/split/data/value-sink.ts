/** Takes the values of a document in the order they stand: JSON, and what can be read as if it were. */
export interface ValueSink {
  openObject(): void;
  openArray(): void;
  /** Ends what was opened last. */
  close(): void;
  /** The name of the value that comes next, in an object. */
  key(name: string): void;
  /** @param start what is held of it  @param length all of it, in characters */
  string(start: string, length: number): void;
  number(text: string): void;
  /** `true`, `false`, `null`. */
  literal(text: string): void;
  /** Whether the pieces of the string that begins are wanted, however long it is. */
  wantsPieces?(): boolean;
  /** Decoded, in order, before `string`. */
  piece?(text: string): void;
}
