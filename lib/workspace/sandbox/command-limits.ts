import type { limits } from '#lib/core/limits.ts';

/** The limits of commands; tests use small ones. */
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
