import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { createViewBudgets } from '#lib/runs/view-budgets.ts';
import { openRedisStores } from '#lib/stores/redis/open-redis-stores.ts';
import { sampleEntry } from '../contracts/samples.ts';

test('of processes that check at once over separate connections one widens, and one undoes', async () => {
  const keyPrefix = `test-${randomUUID()}:`;
  const failures: unknown[] = [];
  const processes = Array.from({ length: 4 }, () => {
    const stores = openRedisStores({ url: inject('redisUrl'), keyPrefix });
    const budgets = createViewBudgets({
      stores,
      readSplits: async () => () => ({ level: 'minimal', budgetTokens: null }),
      canRecall: true,
      nowMs: Date.now,
      onFailure: (error) => failures.push(error),
    });
    return { stores, budgets };
  });
  const [first, second] = processes;
  if (!first || !second) throw new Error('there are four');
  const timestamp = new Date().toISOString();
  const recall = { toolName: 'recall_output', recalledTool: 'read_file', recalledKind: 'source' };
  for (let at = 0; at < 20; at += 1) {
    await first.stores.ledger.record(sampleEntry({ timestamp, summarizer: 'source' }));
    if (at < 4) await second.stores.ledger.record(sampleEntry({ timestamp, ...recall }));
  }
  await first.stores.settings.change({ widening: true });
  await Promise.all(processes.map(({ budgets }) => budgets.widen()));
  expect(await first.stores.widenings.list()).toMatchObject([{ number: 1, fromTokens: 120, toTokens: 180 }]);
  for (const { budgets } of processes)
    expect([...(await budgets.splitOf('read_file')).widened]).toEqual([['source', 180]]);

  const undone = await Promise.allSettled(
    processes.map(({ budgets }) => budgets.undo(1, { id: 'mem_a', name: 'Ada' })),
  );
  expect(undone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await second.stores.widenings.list()).toMatchObject([{ type: 'widened' }, { type: 'undone' }]);
  const log = await first.stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 10);
  expect(log.map(({ action }) => action)).toEqual(['view_budget.widened']);
  expect(failures).toEqual([]);
  await Promise.all(processes.map(({ stores }) => stores.close()));
});
