import type { SecretKind } from './secret-kind.ts';

/** A stretch of a text that nobody but people is to read: [start, end). */
export interface FoundSecret {
  start: number;
  end: number;
  kind: SecretKind;
  /** What tells it from others, by default its text. `null`: this part of it does not tell. */
  identity?: string | null;
}

/**
 * In the order of the text, and apart: where two overlap, the one that begins first (or was found first) keeps its whole length
 * and the other what is left of it, so that nothing that was found shows.
 */
export function secretsInOrder(found: readonly FoundSecret[]): FoundSecret[] {
  const sorted = [...found].sort((one, other) => one.start - other.start);
  const apart: FoundSecret[] = [];
  let end = 0;
  for (const secret of sorted) {
    if (secret.end > end) apart.push(secret.start < end ? { ...secret, start: end } : secret);
    end = Math.max(end, secret.end);
  }
  return apart;
}

/** Those that overlap none of others, both in the order of the text. */
export function besides(found: readonly FoundSecret[], others: readonly FoundSecret[]): FoundSecret[] {
  let next = 0;
  return found.filter(({ start, end }) => {
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (others[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}
