/** Whether an expiry (ISO 8601, `null`: none) comes before another. */
export const isSooner = (expiresAt: string | null, than: string | null): boolean =>
  expiresAt !== null && (than === null || Date.parse(expiresAt) < Date.parse(than));
