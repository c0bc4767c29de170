import type { SecretKind } from './secret-kind.ts';

/** A range of a text that only people may read: [start, end). */
export interface FoundSecret {
  start: number;
  end: number;
  kind: SecretKind;
  /**
   * What distinguishes it from other secrets; default: its text. `null`: this part of it distinguishes
   * nothing.
   */
  identity?: string | null;
}

/**
 * Sorts matches by position and removes overlaps: the one that starts first (or was found first) keeps its
 * whole range and the other what remains of it, so that everything found stays covered.
 */
export function secretsInOrder(found: readonly FoundSecret[]): FoundSecret[] {
  const apart: FoundSecret[] = [];
  let end = 0;
  for (const secret of byStart(found)) {
    if (secret.end > end) apart.push(secret.start < end ? { ...secret, start: end } : secret);
    end = Math.max(end, secret.end);
  }
  return apart;
}

/**
 * The matches that overlap none of `others`, which are in order. Each is judged alone: what a wide match
 * covers stays found when the wide one is left out.
 */
export function besides(found: readonly FoundSecret[], others: readonly FoundSecret[]): FoundSecret[] {
  let next = 0;
  return byStart(found).filter(({ start, end }) => {
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (others[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}

const byStart = (found: readonly FoundSecret[]): FoundSecret[] =>
  [...found].sort((one, other) => one.start - other.start);
