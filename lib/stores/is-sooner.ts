/**
 * Whether an expiry (ISO 8601, `null`: none) comes before another. A store that is asked to move one sooner is told that it was let
 * go; any other move means that somebody keeps it.
 */
export const isSooner = (expiresAt: string | null, than: string | null): boolean =>
  expiresAt !== null && (than === null || Date.parse(expiresAt) < Date.parse(than));
