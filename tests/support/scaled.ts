import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set in the project `scale`. */
    isFullSize: boolean;
    /** Of the Redis that all files of a run share: each test has a key prefix of its own. */
    redisUrl: string;
  }
}

/** Whether heavy cases run at their full size: in the project `scale` they do, in `unit` at about a tenth. */
export const isFullSize = inject('isFullSize');

/** A size, a number of runs or a list of cases: the first at full size, else the second. */
export const scaled = <T>(full: T, part: T): T => (isFullSize ? full : part);
