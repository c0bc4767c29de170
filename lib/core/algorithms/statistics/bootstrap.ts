import { createSeeded, type Seeded } from '../seeded.ts';

/**
 * Observations in groups, and those in families that vary together; each is a list of figures in the same order. No
 * group and no family is empty.
 */
export type ObservedFamilies = readonly (readonly (readonly (readonly number[])[])[])[];

const drawCount = 2_000;

/**
 * Sums of the groups' averages, by figure, of samples drawn with replacement: first families are drawn, then
 * observations of each group of them, so that both kinds of variation count (two-stage bootstrap; Davison and Hinkley,
 * Bootstrap Methods and their Application, 1997, section 3.8). The same input gives the same samples.
 */
export function bootstrap(families: ObservedFamilies): number[][] {
  const seeded = createSeeded(1);
  const size = countGroups(families);
  return Array.from({ length: drawCount }, () => {
    const drawn = families.map((family) => families[seeded.below(families.length)] ?? family);
    const sums = drawSums(drawn, seeded);
    // Families differ in size: a sample counts as if it had as many groups as there are.
    return sums.map((sum) => (sum * size) / countGroups(drawn));
  });
}

/** Such samples with all groups in each: they differ by their observations alone. */
export function redraw(families: ObservedFamilies): number[][] {
  const seeded = createSeeded(3);
  return Array.from({ length: drawCount }, () => drawSums(families, seeded));
}

/** Pairs of samples with all groups in both, so that they differ by their observations alone. */
export function bootstrapPairs(families: ObservedFamilies): [number[], number[]][] {
  const seeded = createSeeded(2);
  return Array.from({ length: drawCount }, () => [drawSums(families, seeded), drawSums(families, seeded)]);
}

/** The same sums, of the observations as they are. */
export function sumAverages(families: ObservedFamilies): number[] {
  const sums = noSums(families);
  for (const group of families.flat()) for (const figures of group) addShare(sums, figures, group.length);
  return sums;
}

const countGroups = (families: ObservedFamilies): number =>
  families.reduce((count, groups) => count + groups.length, 0);

function drawSums(families: ObservedFamilies, { below }: Seeded): number[] {
  const sums = noSums(families);
  for (const groups of families) {
    for (const group of groups) {
      const { length } = group;
      for (let drawn = 0; drawn < length; drawn++) addShare(sums, group[below(length)] ?? [], length);
    }
  }
  return sums;
}

const noSums = (families: ObservedFamilies): number[] => (families[0]?.[0]?.[0] ?? []).map(() => 0);

function addShare(sums: number[], figures: readonly number[], count: number): void {
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (figures[at] ?? 0) / count;
}
