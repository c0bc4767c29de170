/** A line of a log, understood as far as it goes. `null`: not told. */
export interface LogEntry {
  time: string | null;
  /** In the log's own word. */
  level: string | null;
  message: string;
  /** What logged it: a program, a logger, tags. */
  source: string | null;
  /** The code of its error and where that came from, where an object tells them. */
  detail?: string;
  /** It has an error of its own, whatever its level. */
  hasError?: boolean;
}

/** One layout of lines. `null`: a line is no entry, but belongs to the one before, or to something else. */
export interface LogFormat {
  /** Its lines tell a time: what stands among other output is not taken for a log without it. */
  isTimed: boolean;
  /** Messages are pieces of their lines as they stand. */
  isLiteral: boolean;
  /** Of objects: what the first of them are made of. */
  keys?: readonly string[];
  parse(text: string): LogEntry | null;
  /** The named values of an entry that `parse` does not give. */
  fieldsOf?(text: string): (readonly [name: string, value: string])[];
}
