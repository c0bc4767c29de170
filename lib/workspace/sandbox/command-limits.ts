import type { limits } from '../../core/limits.ts';

/** The bounds of commands; tests make them small. */
export type CommandLimits = Record<
  Extract<
    keyof typeof limits,
    | `command${string}`
    | `terminal${string}`
    | `workspace${string}`
    | 'memoryWatchMs'
    | 'growthWatchMs'
    | 'killGraceMs'
    | 'outputGraceMs'
  >,
  number
>;
