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
  /** @param value what the text comes to */
  number(text: string, value: number): void;
  /** `true`, `false`, `null`. */
  literal(text: string): void;
  /** Whether the pieces of the string that begins are wanted, however long it is. */
  wantsPieces?(): boolean;
  /** Decoded, in order, before `string`. */
  piece?(text: string): void;
}

/** Gives all to two; pieces are for nobody. */
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
