/** A call in a stack trace. */
export interface Frame {
  /** The function as printed; `null`: not printed. */
  symbol: string | null;
  /** `lib/a.ts:12:3`; `null`: not printed. */
  location: string | null;
  /** Whether it is project code, as far as path and package show. */
  isOwn: boolean;
  /** Line in the result. */
  line: number;
}

/** An error with its stack. A trace has several when errors were caused by others. */
export interface TracePart {
  /** Type and message as printed; `null`: not found. */
  error: string | null;
  line: number;
  /** The innermost frame. */
  thrown: Frame | null;
  /** The innermost frame in project code. */
  own: Frame | null;
  /** The next frame outwards in project code: its caller. */
  caller: Frame | null;
  frameCount: number;
}

export interface Trace {
  /** The error that was finally thrown. */
  main: TracePart;
  /** The original cause; `null`: the same as `main`. */
  root: TracePart | null;
  /** The errors between them, outer to inner. */
  between: readonly TracePart[];
  /** The first error of the JVM's that `main` was thrown in spite of. */
  suppressed: { error: string; line: number } | null;
  count: number;
  /** Those that are counted with it have other numbers in their messages. */
  haveOtherValues: boolean;
}
