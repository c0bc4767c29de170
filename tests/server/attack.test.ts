import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackRoutes, ownerOf } from '../attack/requests.ts';
import { openTeamUnderAttack } from '../attack/strangers.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage({ files: { 'notes.txt': 'one\n' } });
});
afterAll(async () => await stage?.close());

test('500 requests of any shape to any route are answered, refusals in words; the server lives', async () => {
  const seed = 24;
  console.log(`seed ${seed}`);
  const counts = await attackRoutes(stage.server, 500, seed, await ownerOf(stage.server));
  for (const status of [200, 400, 404]) expect(counts.get(status)).toBeGreaterThan(10);
  expect((await stage.server.request('/api/health')).status).toBe(200);
  expect(stage.server.output()).not.toContain('"code":"internal"');
});

test('what one member has alone is revealed to no other, nor anything to a stranger, by 500 requests of each', async () => {
  const seed = 24;
  console.log(`seed ${seed}`);
  const team = await openTeamUnderAttack();
  try {
    const ofMember = await attackRoutes(team.stage.server, 500, seed, team.member);
    for (const status of [200, 400, 404]) expect(ofMember.get(status)).toBeGreaterThan(10);
    const ofStranger = await attackRoutes(team.stage.server, 500, seed, team.stranger);
    expect(ofStranger.get(401)).toBeGreaterThan(100);
    expect(team.stage.server.output()).not.toContain('"code":"internal"');
  } finally {
    await team.stage.close();
  }
});
