import { expect, test } from 'vitest';
import { pageLimits } from '#lib/core/page-limits.ts';
import { listPresentMembers } from '#lib/operations/team/list-present-members.ts';
import { teamBench } from '#tests/support/team-bench.ts';

const bench = teamBench();

test('who has a page in sight is here; who had is away for some minutes, and then gone', async () => {
  const now = (agoMs: number) => new Date(bench().nowMs() - agoMs).toISOString();
  const minute = 60_000;
  await bench().add({ name: 'Zoe', lastSeenAt: now(minute) });
  expect((await listPresentMembers(bench())).isAlone).toBe(true);
  await bench().add({ name: 'Ada', lastSeenAt: now(pageLimits.idleMs + minute) });
  await bench().add({ name: 'Gone', lastSeenAt: now(pageLimits.presentMs + minute) });
  await bench().add({ name: 'Never', lastSeenAt: null });
  await bench().add({ name: 'Removed', lastSeenAt: now(0), removedAt: now(0) });
  const { members, isAlone } = await listPresentMembers(bench());
  expect(members.map(({ name, idleMinutes }) => [name, idleMinutes])).toEqual([
    ['Ada', pageLimits.idleMs / minute + 1],
    ['Zoe', 0],
  ]);
  expect(isAlone).toBe(false);
});
