import { beforeAll, describe, expect, test } from 'vitest';
import type { MemoryOutcomes } from './memory-driver.ts';
import { memoryKinds } from './memory-kinds.ts';
import { runAs, users } from './run-as.ts';

/** The kernel's groups where this user can make them, and no groups. */
const runs = users.flatMap((user) =>
  ['as the machine allows', 'watched'].map((bound) => ({ ...user, bound })),
);

describe.for(runs)('memory in the sandbox of a server that runs as $name, $bound', ({ uid, bound }) => {
  let outcomes: MemoryOutcomes;
  beforeAll(async () => {
    outcomes = (await runAs(uid, 'memory-driver.ts', bound)) as MemoryOutcomes;
  }, 180_000);

  test('is bounded as the status says', () => {
    if (bound === 'watched') expect(outcomes.memory).toBe('watched');
    expect(['control group', 'watched']).toContain(outcomes.memory);
    if (outcomes.memory === 'control group') expect(outcomes.memoryReason).toBeNull();
    else expect(outcomes.memoryReason).toContain('control groups');
  });

  test('leaves programs below the bound alone', () => {
    expect(outcomes.modest).toEqual({ stoppedBy: null, exitCode: 0, stdout: 'holds\n', stderr: '' });
  });

  test.for(Object.keys(memoryKinds))('%s cannot pass the bound', (name) => {
    const outcome = outcomes.kinds[name];
    expect(outcome?.stdout).not.toContain('holds');
    const isRefused = outcome?.exitCode === 0 && outcome.stdout.startsWith('refused');
    const isStopped = outcome?.stoppedBy === 'memory';
    expect(isRefused || isStopped, JSON.stringify(outcome)).toBe(true);
    // A group may refuse what the watch stops.
    if (outcomes.memory === 'watched') {
      expect(isRefused ? 'refused' : 'stopped').toBe(memoryKinds[name]?.outcome);
    }
  });
});
