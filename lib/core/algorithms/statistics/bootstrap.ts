import { createSeeded, type Seeded } from '../seeded.ts';

/** ObservationGroups of observations, each a list of figures in the same order; no group is empty. */
export type ObservationGroups = readonly (readonly (readonly number[])[])[];

const drawCount = 1_000;

/**
 * Sums of the groups' averages, by figure, of samples drawn with replacement: first groups are drawn, then
 * observations of each drawn group, so that both kinds of variation count (two-stage bootstrap; Davison and
 * Hinkley, Bootstrap Methods and their Application, 1997, section 3.8). The same input gives the same samples.
 */
export function bootstrap(groups: ObservationGroups): number[][] {
  const seeded = createSeeded(1);
  return Array.from({ length: drawCount }, () => drawSums(groups, seeded, true));
}

/** Pairs of samples with all groups in both, so that they differ by their observations alone. */
export function bootstrapPairs(groups: ObservationGroups): [number[], number[]][] {
  const seeded = createSeeded(2);
  return Array.from({ length: drawCount }, () => [
    drawSums(groups, seeded, false),
    drawSums(groups, seeded, false),
  ]);
}

/** The same sums, of the observations as they are. */
export function sumAverages(groups: ObservationGroups): number[] {
  const sums = noSums(groups);
  for (const observations of groups) {
    for (const figures of observations) addShare(sums, figures, observations.length);
  }
  return sums;
}

function drawSums(groups: ObservationGroups, { below }: Seeded, isOfDrawnGroups: boolean): number[] {
  const sums = noSums(groups);
  for (const group of groups) {
    const observations = isOfDrawnGroups ? (groups[below(groups.length)] ?? group) : group;
    const { length } = observations;
    for (let drawn = 0; drawn < length; drawn++) addShare(sums, observations[below(length)] ?? [], length);
  }
  return sums;
}

const noSums = (groups: ObservationGroups): number[] => (groups[0]?.[0] ?? []).map(() => 0);

function addShare(sums: number[], figures: readonly number[], count: number): void {
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (figures[at] ?? 0) / count;
}
