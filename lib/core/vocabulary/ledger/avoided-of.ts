import { limits } from '#lib/core/limits.ts';

/** Signed: tokens that a plain host would have sent beyond what was sent. */
export const avoidedOf = (fullTokens: number, sentTokens: number): number =>
  Math.min(fullTokens, limits.admittedTokens) - sentTokens;
