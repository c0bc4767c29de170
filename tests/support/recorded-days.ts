import { dayOf } from '#lib/core/algorithms/utc-days.ts';
import type { CallEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { sampleEntry, sampleStep } from '../contracts/samples.ts';

const dayMs = 24 * 3_600_000;

/** What the ledger has of 60 days up to `nowMs`: less of it in the first 30 than in the last. Only the older half has no price. */
export async function bookDays(dataDir: string, nowMs: number, conversationId: string): Promise<void> {
  const stores = openSqliteStores({ dataDir, artifactTtlSeconds: 1_800, nowMs: () => nowMs });
  const conversation = { conversationId, conversationTitle: 'Nightly import is slow' };
  for (let back = 0; back < 60; back += 1) {
    const timestamp = new Date(Date.parse(dayOf(nowMs)) - back * dayMs + 1_000).toISOString();
    const isLate = back < 30;
    const record = async (id: string, change: Partial<CallEntry>) =>
      await stores.ledger.record(sampleEntry({ ...conversation, id: `${id}-${back}`, timestamp, ...change }));
    for (let n = 0; n < (isLate ? 8 : 4); n += 1) {
      const fullTokens = 30_000 + 10 * back + n;
      await record(`run-${n}`, {
        toolName: 'run_pty_cmd',
        title: `npm test -- ${n}`,
        fullTokens,
        sentTokens: 200,
      });
    }
    if (back === 0) await record('failed', { toolName: 'run_pty_cmd', title: 'npm tset', success: false });
    await record('find', { toolName: 'grep_file', title: 'TODO', fullTokens: 900, sentTokens: 100 });
    await record('again', {
      toolName: 'recall_output',
      title: 'TODO',
      recalledTool: 'grep_file',
      fullTokens: 50,
      sentTokens: 50,
    });
    const carried = [{ toolName: 'run_pty_cmd', avoidedTokens: 900, recallTokens: 0 }];
    const step = sampleStep({
      ...conversation,
      id: `step-${back}`,
      timestamp,
      carried,
      countedTokens: 4_000,
    });
    await stores.ledger.record(isLate ? step : { ...step, price: null });
  }
  await stores.close();
}
