import type { Deployment } from './deployment.ts';
import type { Fault } from './fault.ts';
import { networkFaults } from './network-faults.ts';
import { otherFaults } from './other-faults.ts';
import type { Random } from './random.ts';
import { redisFaults } from './redis-faults.ts';
import { serverFaults } from './server-faults.ts';

export const faults: readonly Fault[] = [...networkFaults, ...redisFaults, ...serverFaults, ...otherFaults];

export const faultsOf = (deployment: Deployment): Fault[] =>
  faults.filter((fault) => fault.appliesTo(deployment));

/** Two or three of them at once, each in another part of the system. */
export function combineFaults(from: readonly Fault[], deployment: Deployment, random: Random): Fault[] {
  const chosen: Fault[] = [];
  const count = random.integer(2, 3);
  const left = [...from];
  while (chosen.length < count && left.length > 0) {
    const fault = random.pick(left);
    left.splice(left.indexOf(fault), 1);
    if (chosen.every((each) => partOf(each, deployment) !== partOf(fault, deployment))) chosen.push(fault);
  }
  return chosen;
}

/**
 * Between Sentinels and their Redis, a fault of the network during a failover can leave no master at all, and an operator has to name
 * one: that is theirs to test. A server does not start on a workspace that is not there.
 */
function partOf({ target }: Fault, { sentinels }: Deployment): string {
  if (target === 'network' && sentinels.length > 0) return 'redis';
  return target === 'workspace' ? 'servers' : target;
}
