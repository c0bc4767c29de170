import { describe, expect, test } from 'vitest';
import type { RunnerRecord } from '#lib/core/vocabulary/runner-record.ts';
import { changeLimits } from '../support/change-limits.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

const runnerAt = (address: string, changed: Partial<RunnerRecord> = {}): RunnerRecord => ({
  address,
  instance: 'one',
  disk: '0123456789abcdef',
  workspaces: [{ name: 'shop', path: '/srv/shop', isRepository: true, isConfigured: true }],
  commands: { mode: 'bwrap', reason: null, memory: 'watched', memoryReason: 'no control groups' },
  workingOn: 0,
  ...changed,
});

const aMinute = 60_000;

export function describeRunners(open: StoreOpener): void {
  const opened = openedStores(open);

  test('are known to every process by their address, with what they registered last', async () => {
    const { stores, elsewhere } = opened();
    expect(await stores.runners.list()).toEqual([]);
    const [one, other] = [runnerAt('http://10.0.0.5:3000'), runnerAt('http://10.0.0.4:3000')];
    await stores.runners.put(one, aMinute);
    await elsewhere.runners.put(other, aMinute);
    await stores.runners.put({ ...one, workingOn: 3, workspaces: [] }, aMinute);
    expect(await elsewhere.runners.list()).toEqual([
      { ...other, isAlive: true },
      { ...one, workingOn: 3, workspaces: [], isAlive: true },
    ]);
  });

  test('are known with the room that they have, and without it where they do not say', async () => {
    const { stores, elsewhere } = opened();
    const [one, other] = [runnerAt('http://10.0.0.4:3000'), runnerAt('http://10.0.0.5:3000')];
    await stores.runners.put({ ...one, freeBytes: 7 * 1024 ** 4 }, aMinute);
    await stores.runners.put(other, aMinute);
    expect(await elsewhere.runners.list()).toStrictEqual([
      { ...one, freeBytes: 7 * 1024 ** 4, isAlive: true },
      { ...other, isAlive: true },
    ]);
  });

  test('stay known once they are no longer alive, and may come back', async () => {
    const { stores, elsewhere } = opened();
    const runner = runnerAt('http://10.0.0.5:3000');
    await stores.runners.put(runner, aMinute);
    await stores.runners.put(runner, 0);
    expect(await elsewhere.runners.list()).toEqual([{ ...runner, isAlive: false }]);
    await stores.runners.put(runner, aMinute);
    expect(await elsewhere.runners.list()).toEqual([{ ...runner, isAlive: true }]);
  });

  describe('that nobody remembers', () => {
    changeLimits({ runnerRememberedMs: 0 });

    test('are not known, and are removed by whoever registers next', async () => {
      const { stores } = opened();
      await stores.runners.put(runnerAt('http://10.0.0.5:3000'), 0);
      expect(await stores.runners.list()).toEqual([]);
      const next = runnerAt('http://10.0.0.6:3000');
      await stores.runners.put(next, aMinute);
      expect(await stores.runners.list()).toEqual([{ ...next, isAlive: true }]);
    });
  });
}
