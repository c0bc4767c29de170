import type { FrameLine } from './frame-at.ts';

/** What a line means to a trace. */
export type TraceLine =
  | { means: 'frame'; frame: FrameLine; order: 'innermost first' | 'innermost last' }
  /** The function of the frame that follows. */
  | { means: 'symbol'; symbol: string }
  /** `error`: what was thrown, where the line says it; else it comes at the end, or on the next line. */
  | {
      means: 'begin';
      error: string | null;
      location: string | null;
      errorIs: 'here' | 'next' | 'last';
      /** Right behind the frames of another it is told as its cause, or as what came of it. */
      behindOther?: 'cause' | 'outcome';
    }
  | { means: 'cause'; error: string }
  /** More of the message of what began. */
  | { means: 'detail'; detail: string }
  /** Of Rust: its causes follow, a line each. */
  | { means: 'causes' }
  /** Python's sentence between two errors: the next one is what came of this one. */
  | { means: 'chain' }
  /** Another goroutine: from the second on frames are not those of the error. */
  | { means: 'other'; state: string }
  /** The frames that follow are of something else. */
  | { means: 'over' }
  /** Belongs to a trace, and tells nothing. */
  | { means: 'nothing' };

/** Belongs to a trace, and tells nothing. */
export const nothingTraced: TraceLine = { means: 'nothing' };

/** An error, with what the line says of it. */
export const begin = (error: string): TraceLine => ({
  means: 'begin',
  error,
  location: null,
  errorIs: 'here',
});

export const framed = (frame: FrameLine | null): TraceLine | null =>
  frame && { means: 'frame', frame, order: 'innermost first' };
