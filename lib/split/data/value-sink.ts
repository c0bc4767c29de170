/** Receives the values of a document in order: JSON, and formats that can be read as if they were JSON. */
export interface ValueSink {
  openObject(): void;
  openArray(): void;
  /** Closes the container opened last. */
  close(): void;
  /** The key of the next value, in an object. */
  key(name: string): void;
  /**
   * @param start the buffered start of the string
   * @param length length of the whole string, in characters
   */
  string(start: string, length: number): void;
  /** @param value the numeric value of the text */
  number(text: string, value: number): void;
  /** `true`, `false` or `null`. */
  literal(text: string): void;
  /** Whether `piece` should receive the whole string that begins, however long it is. */
  wantsPieces?(): boolean;
  /** A decoded piece of the string, in order, before `string`. */
  piece?(text: string): void;
}

/** Forwards all values to two sinks; neither receives pieces. */
export const both = (one: ValueSink, other: ValueSink): ValueSink => ({
  openObject() {
    one.openObject();
    other.openObject();
  },
  openArray() {
    one.openArray();
    other.openArray();
  },
  close() {
    one.close();
    other.close();
  },
  key(name) {
    one.key(name);
    other.key(name);
  },
  string(start, length) {
    one.string(start, length);
    other.string(start, length);
  },
  number(text, value) {
    one.number(text, value);
    other.number(text, value);
  },
  literal(text) {
    one.literal(text);
    other.literal(text);
  },
});
