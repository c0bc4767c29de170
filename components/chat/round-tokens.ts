/** For the meter over a thread, which is read at a glance: `38k`, `1.05M`. Full figures stand in its details. */
export function roundTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  // What rounds to a thousand thousands is a million.
  if (tokens < 999_500) return `${Math.round(tokens / 1_000)}k`;
  return `${Number((tokens / 1_000_000).toFixed(2))}M`;
}
