import type { Frame } from './trace.ts';

const inJvm = /\.(?:java|kts?|scala|groovy|clj):\d/;
/** Of `com.example.shop` the first two parts are whose it is. */
const ownerParts = 2;

/** Whose code a frame of the JVM is: `com.example` of `com.example.shop.Cart.total`; `null`: the frame is none of the JVM. */
export function packageOf({ symbol, location }: Frame): string | null {
  if (symbol === null || location === null || !inJvm.test(location)) return null;
  const parts = symbol.slice(symbol.lastIndexOf('/') + 1).split('.');
  return parts.slice(0, Math.min(ownerParts, Math.max(0, parts.length - 2))).join('.');
}
