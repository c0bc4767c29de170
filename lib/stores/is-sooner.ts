/**
 * Whether an expiry (ISO 8601, `null`: none) comes before another. Moving an artifact's expiry to an earlier
 * one means that it was released; any other move means that somebody keeps it.
 */
export const isSooner = (expiresAt: string | null, than: string | null): boolean =>
  expiresAt !== null && (than === null || Date.parse(expiresAt) < Date.parse(than));
