/** A call in a stack. */
export interface Frame {
  /** The function, as it is named there; `null`: it is not. */
  symbol: string | null;
  /** `lib/a.ts:12:3`; `null`: it is not told. */
  location: string | null;
  /** Code of the project, as far as paths and packages tell it. */
  isOwn: boolean;
  /** In the result. */
  line: number;
}

/** An error with its stack. One trace has several where errors were caused by others. */
export interface TracePart {
  /** Type and message, as they stand there; `null`: not found. */
  error: string | null;
  line: number;
  /** The innermost frame. */
  thrown: Frame | null;
  /** The innermost frame of the project's own code. */
  own: Frame | null;
  /** The next own frame further out: what called it. */
  caller: Frame | null;
  frameCount: number;
}

export interface Trace {
  /** What ended up being thrown. */
  main: TracePart;
  /** What it all began with; `null`: the same. */
  root: TracePart | null;
  /** What lies between them, from the outer to the inner. */
  between: readonly TracePart[];
  count: number;
}
