export type DiagnosticSeverity = 'error' | 'warning' | 'info';

/** What a compiler or a linter says of one place. */
export interface Diagnostic {
  severity: DiagnosticSeverity;
  /** As printed; `null`: it is of the whole, as a linker's. */
  path: string | null;
  line: number | null;
  column: number | null;
  /** The tool's name for this kind of thing: `TS2322`, `-Wunused`, `no-var`. */
  code: string | null;
  message: string;
  /** The message where it goes on in later lines. */
  continued?: readonly string[];
  /** What a line of its own adds to the message: without it, two that differ would read the same. */
  detail?: string;
  /** The line of the result that tells it, as people see it. */
  number: number;
}
