export type DiagnosticSeverity = 'error' | 'warning' | 'info';

/** What a compiler or a linter reports about one location. */
export interface Diagnostic {
  severity: DiagnosticSeverity;
  /** As printed; `null`: the message has no file, like a linker's. */
  path: string | null;
  line: number | null;
  column: number | null;
  /** The tool's name for this kind of thing: `TS2322`, `-Wunused`, `no-var`. */
  code: string | null;
  message: string;
  /** Later lines of the message, where it continues. */
  continued?: readonly string[];
  /** What a separate line adds to the message; without it, two different diagnostics would read the same. */
  detail?: string;
  /** The line of the result that reports it, 1-based as people see it. */
  number: number;
}
