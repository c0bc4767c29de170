import { expect } from 'vitest';

const times = 8;
const rounds = 5;
const roundsOfSmall = 3;
/** Work that grows with the size takes 8 times as much, with its square 64 times. */
const maxRatio = 32;
/** Less than this is lost in what the process does besides. */
const minMs = 2;

/**
 * Expects work to take CPU time in proportion to its size: compares `size` with an eighth of it, so that neither a slow machine
 * nor other processes change the answer. Both are measured in each of five rounds, as a busy neighbour slows what runs beside it; the best
 * round counts.
 */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  const cpuMs = async (of: number) => {
    const before = process.threadCpuUsage();
    await work(of);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const small = Math.ceil(size / times);
  let ratio = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && ratio > maxRatio; round += 1) {
    let smallMs = Number.POSITIVE_INFINITY;
    for (let again = 0; again < roundsOfSmall; again += 1) smallMs = Math.min(smallMs, await cpuMs(small));
    ratio = Math.min(ratio, (await cpuMs(size)) / Math.max(smallMs, minMs));
  }
  expect(ratio, 'times the CPU time of an eighth of the size').toBeLessThan(maxRatio);
}
