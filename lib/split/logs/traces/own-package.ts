import type { Frame } from './trace.ts';

const inJvm = /\.(?:java|kts?|scala|groovy|clj):\d/;
/** The owner is the first two parts of `com.example.shop`. */
const ownerParts = 2;

/** The owner of a JVM frame: `com.example` for `com.example.shop.Cart.total`; `null`: not a JVM frame. */
export function packageOf({ symbol, location }: Frame): string | null {
  if (symbol === null || location === null || !inJvm.test(location)) return null;
  const parts = symbol.slice(symbol.lastIndexOf('/') + 1).split('.');
  return parts.slice(0, Math.min(ownerParts, Math.max(0, parts.length - 2))).join('.');
}
