import type { OtherVersion } from '../support/other-version.ts';
import { combineFaults, faultsOf } from './all-faults.ts';
import type { DeploymentName } from './deployment.ts';
import type { Fault } from './fault.ts';
import { createRandom } from './random.ts';
import { recount } from './recount.ts';
import { brokenRound, type Round, runRound } from './run-round.ts';
import { openSystem } from './system-under-test.ts';

export interface FaultRun {
  deployment: DeploymentName;
  rounds: Round[];
  /** Faults for which there was no time. */
  untried: Fault[];
  /** Where the sums of the ledger differ from its entries, counted again at the end. */
  differences: string[];
}

export interface FaultRunOptions {
  deployment: DeploymentName;
  seed: number;
  /** Whether to begin another round. */
  goesOn(roundCount: number): boolean;
  /** Default: all. */
  isChosen?: (fault: Fault) => boolean;
  otherVersion?: OtherVersion;
  onRound?: (round: Round) => void;
}

/** Causes each fault alone, in an order of the seed, in one system, and then combinations of them. */
export async function runFaults(options: FaultRunOptions): Promise<FaultRun> {
  const { deployment, seed, goesOn, isChosen = () => true, onRound } = options;
  const random = createRandom(seed);
  const system = await openSystem(deployment, options.otherVersion);
  const rounds: Round[] = [];
  const chosen = faultsOf(system.deployment).filter(isChosen);
  const untried = [...chosen];
  const differences: string[] = [];
  try {
    while (goesOn(rounds.length)) {
      const alone = untried.splice(random.integer(0, untried.length - 1), 1);
      const faults = alone.length > 0 ? alone : combineFaults(chosen, system.deployment, random);
      const name = `round-${seed}-${rounds.length + 1}-${process.pid}`;
      const round = await runRound(system, name, faults, random).catch((error: unknown) => {
        // Nobody can ask this system any more: what its servers printed last may say why.
        const printed = system.servers.map((server) => server.output().slice(-2_000));
        return brokenRound(name, faults, `${error}\n${printed.join('\n')}`);
      });
      rounds.push(round);
      onRound?.(round);
      // Nothing more is learned from a system that does not answer.
      if (round.isBroken) break;
    }
    if (rounds.every(({ isBroken }) => !isBroken)) differences.push(...(await recount(system)));
  } finally {
    await system.close();
  }
  return { deployment, rounds, untried, differences };
}
