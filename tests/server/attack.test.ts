import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackRoutes } from '../attack/requests.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage({ files: { 'notes.txt': 'one\n' } });
});
afterAll(async () => await stage?.close());

test('500 requests of any shape to any route are answered, refusals in words; the server lives', async () => {
  const seed = 24;
  console.log(`seed ${seed}`);
  const counts = await attackRoutes(stage.server, 500, seed);
  for (const status of [200, 400, 404]) expect(counts.get(status)).toBeGreaterThan(10);
  expect((await stage.server.request('/api/health')).status).toBe(200);
  expect(stage.server.output()).not.toContain('"code":"internal"');
});
