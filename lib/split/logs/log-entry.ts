/** A parsed log line. `null`: the line does not state it. */
export interface LogEntry {
  time: string | null;
  /** In the log's own word. */
  level: string | null;
  message: string;
  /** What logged it: a program, a logger, tags. */
  source: string | null;
  /** The error's code and origin, where a JSON entry has them. */
  detail?: string;
  /** The entry contains an error, whatever its level. */
  hasError?: boolean;
}

/**
 * A line layout. `null` from `parse`: the line is not an entry, but belongs to the one before or to something
 * else.
 */
export interface LogFormat {
  /** Its lines have a time; among other output, only such lines count as a log. */
  isTimed: boolean;
  /** Messages are verbatim substrings of their lines. */
  isLiteral: boolean;
  /** For JSON logs: the keys of the first entries. */
  keys?: readonly string[];
  parse(text: string): LogEntry | null;
  /** Named values of an entry that `parse` does not return. */
  fieldsOf?(text: string): (readonly [name: string, value: string])[];
}
