import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '#scripts/build-app.ts';
import { requireSystemPackages } from '#scripts/system-packages.ts';
import { versionIn } from '../support/other-version.ts';
import { deploymentNames } from './deployment.ts';
import { printFaultTable } from './print-fault-table.ts';
import { type FaultRun, type FaultRunOptions, runFaults } from './run-faults.ts';

/**
 * `npm run test:faults -- [--minutes N] [--seed S] [--on Redis] [--other FOLDER]`: causes every fault alone and then combinations of them, in
 * each deployment for the same part of the time, and prints what was violated. It fails if anything was. Servers are replaced by
 * the version in that folder, a checkout that was built; without one, by this one under another name.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string' },
      on: { type: 'string' },
      other: { type: 'string' },
    },
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const chosen = deploymentNames.filter((name) => values.on === undefined || name === values.on);
  if (!(minutes > 0) || !Number.isInteger(seed) || chosen.length === 0) {
    throw new Error(
      `Usage: npm run test:faults -- [--minutes N] [--seed INTEGER] [--on ${deploymentNames.map((name) => `"${name}"`).join(' | ')}] [--other FOLDER]`,
    );
  }
  requireSystemPackages(['bubblewrap', 'openssl', 'python3', 'redis-server', 'util-linux']);
  await buildApp();
  console.log(`${minutes} minutes, seed ${seed}`);
  const other = values.other === undefined ? {} : { otherVersion: versionIn(resolve(values.other)) };
  const runs: FaultRun[] = [];
  for (const deployment of chosen)
    runs.push(await runOne({ deployment, seed, ...other }, (minutes * 60_000) / chosen.length));
  process.exitCode = printFaultTable(runs) ? 0 : 1;
}

async function runOne(
  options: Pick<FaultRunOptions, 'deployment' | 'seed' | 'otherVersion'>,
  forMs: number,
): Promise<FaultRun> {
  const startedMs = performance.now();
  console.log(`\n${options.deployment}`);
  return await runFaults({
    ...options,
    goesOn: () => performance.now() - startedMs < forMs,
    onRound({ faults, violations, losses, otherServers }) {
      const names = faults.map(({ name }) => name).join(' + ');
      const lost = losses.length === 0 ? '' : `, ${losses.length} lost`;
      const others = otherServers === 0 ? '' : ` (${otherServers} of the other version)`;
      console.log(
        `  ${names}${others}: ${violations.length === 0 ? 'no violation' : violations.join('; ')}${lost}`,
      );
    },
  });
}

await main();
