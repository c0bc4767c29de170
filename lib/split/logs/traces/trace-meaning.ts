import type { FrameLine } from './frame-at.ts';

/** What a line means within a trace. */
export type TraceLine =
  | { means: 'frame'; frame: FrameLine; order: 'innermost first' | 'innermost last' }
  /** The function of the next frame. */
  | { means: 'symbol'; symbol: string }
  /**
   * `error`: what was thrown, when the line names it; otherwise it follows at the end or on the next line.
   */
  | {
      means: 'begin';
      error: string | null;
      location: string | null;
      errorIs: 'here' | 'next' | 'last';
      /** Set when an error directly after another one's frames is its cause or its outcome. */
      behindOther?: 'cause' | 'outcome';
    }
  | { means: 'cause'; error: string }
  /** More of the current error's message. */
  | { means: 'detail'; detail: string }
  /** Rust: the causes follow, one per line. */
  | { means: 'causes' }
  /** Python's sentence between two errors: the next one resulted from this one. */
  | { means: 'chain' }
  /** Another goroutine: frames of the second and later ones do not belong to the error. */
  | { means: 'other'; state: string }
  /** The frames that follow belong to something else. */
  | { means: 'over' }
  /** Part of a trace without information. */
  | { means: 'nothing' };

/** Part of a trace without information. */
export const nothingTraced: TraceLine = { means: 'nothing' };

/** An error and its message, as the line states them. */
export const begin = (error: string): TraceLine => ({
  means: 'begin',
  error,
  location: null,
  errorIs: 'here',
});

export const framed = (frame: FrameLine | null): TraceLine | null =>
  frame && { means: 'frame', frame, order: 'innermost first' };
