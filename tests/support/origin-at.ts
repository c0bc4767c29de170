import type { Origin } from '#lib/operations/origin.ts';

/** A call from an address, for which somebody waits to its end. */
export const originAt = (address: string | null): Origin => ({
  address,
  siteUrl: 'http://localhost',
  signal: new AbortController().signal,
  tokenName: null,
});
