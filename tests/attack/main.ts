import { parseArgs } from 'node:util';
import { buildApp } from '#scripts/build-app.ts';
import { requireSystemPackages } from '#scripts/system-packages.ts';
import { openStage } from '../support/stage.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';
import { attackParsers } from './parsers.ts';
import { type Attacker, attackRoutes, ownerOf } from './requests.ts';
import { openTeamUnderAttack } from './strangers.ts';

/**
 * `npm run test:attack -- [--cases N] [--requests N] [--seed S]`: damaged inputs for everything that reads what comes from
 * outside, and requests of any shape to servers of its own: by its owner, and by a member and a stranger to a team. It fails at the first defect, with the seed and the smallest case.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string', default: '1000000' },
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string' },
    },
  });
  const [cases, requests] = [Number(values.cases), Number(values.requests)];
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  if (!(cases >= 0) || !(requests >= 0) || !Number.isInteger(seed))
    throw new Error('Usage: npm run test:attack -- [--cases N] [--requests N] [--seed INTEGER]');
  console.log(`seed ${seed}`);
  for (const [name, count] of await attackParsers(cases, seed))
    console.log(`${count.toLocaleString('en-US').padStart(10)}  ${name}`);
  requireSystemPackages(['bubblewrap', 'python3', 'util-linux']);
  await buildApp();
  const stage = await openStage({ files: { 'notes.txt': 'one\n' } });
  try {
    await attackServer('the owner', stage.server, requests, seed, await ownerOf(stage.server));
  } finally {
    await stage.close();
  }
  const team = await openTeamUnderAttack();
  try {
    await attackServer('a member', team.stage.server, requests, seed, team.member);
    await attackServer('a stranger', team.stage.server, requests, seed, team.stranger);
  } finally {
    await team.stage.close();
  }
}

async function attackServer(
  who: string,
  server: VitrineServer,
  requests: number,
  seed: number,
  attacker: Attacker,
): Promise<void> {
  for (const [status, count] of await attackRoutes(server, requests, seed, attacker))
    console.log(`${count.toLocaleString('en-US').padStart(10)}  requests of ${who} answered ${status}`);
}

await main();
