/** Rounded, since the meter is read at a glance: `38k`, `1.05M`. Its details show full figures. */
export function roundTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  // Above this it would round to 1000k.
  if (tokens < 999_500) return `${Math.round(tokens / 1_000)}k`;
  return `${Number((tokens / 1_000_000).toFixed(2))}M`;
}
