import { Agent } from 'node:http';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import { openStores } from '#lib/stores/open-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { Bench } from '../bench.ts';
import { sampleLedger } from '../ledger-sample.ts';
import type { Report, ReportRow } from '../report.ts';
import { startRedis } from '../servers/redis.ts';
import { startVitrine } from '../servers/vitrine.ts';
import { timedGet } from '../timed-get.ts';

const pageGoalMs = 300;
const writeGoalMs = 1;
/**
 * Written one after another and timed, because a tool call waits for such a write. The others fill the
 * ledger, this many at once.
 */
const timedWrites = 2_000;
const writesAtOnce = 64;

/** The URLs to request, one for each way of grouping the figures. */
const pages = ['/savings', '/savings?by=conversation', '/savings?by=member', '/api/savings'];

/** How fast the savings pages are with a full ledger, and how long a tool call waits to be recorded. */
export async function measureLedger(bench: Bench): Promise<Report> {
  const entries = bench.isQuick ? 20_000 : 1_000_000;
  const rounds = bench.isQuick ? 10 : 60;
  const workspace = await bench.belongings.makeFolder();
  const rows: ReportRow[] = [];
  for (const store of ['SQLite', 'Redis'] as const) {
    const dataDir = await bench.belongings.makeFolder();
    const redis = store === 'Redis' ? await startRedis(bench) : null;
    const writeMs = await fill(
      openStores({ redisUrl: redis, dataDir, artifactTtlSeconds: 60, nowMs: Date.now }),
      entries,
    );
    rows.push({
      cells: [store, 'a record written', ...notify(writeMs), `${writeGoalMs} (p50)`],
      isMet: quantile(writeMs, 0.5) <= writeGoalMs,
    });
    const environment = { VITRINE_DATA_DIR: dataDir, ...(redis ? { REDIS_URL: redis } : {}) };
    const server = await startVitrine(bench, { workspace, environment });
    const agent = new Agent({ keepAlive: true });
    const times = new Map<string, number[]>(pages.map((page) => [page, []]));
    // Warms up the compiler; not counted.
    for (const page of pages) await timedGet(server.url + page, agent);
    for (let round = 0; round < rounds; round += 1) {
      for (const [page, elapsed] of times) elapsed.push((await timedGet(server.url + page, agent)).elapsedMs);
    }
    for (const [page, elapsed] of times) {
      const isMet = quantile(elapsed, 0.95) <= pageGoalMs;
      rows.push({ cells: [store, `GET ${page}`, ...notify(elapsed), `${pageGoalMs} (p95)`], isMet });
    }
    agent.destroy();
    await server.stop();
  }
  return {
    title: `Ledger: ${entries.toLocaleString('en-US')} records of 90 days`,
    method: `ms; ${timedWrites} records one after the other into a ledger of that many; each page ${rounds} times, the pages in turn, one request at a time`,
    goal: `/savings answers in ${pageGoalMs} ms at p95, a record adds ${writeGoalMs} ms at p50 to a tool call`,
    columns: ['store', 'what', 'p50', 'p95', 'goal ms'],
    rows,
  };
}

const notify = (elapsedMs: readonly number[]): string[] =>
  [quantile(elapsedMs, 0.5), quantile(elapsedMs, 0.95)].map((ms) => ms.toFixed(2));

/** Milliseconds of each timed write. */
async function fill(stores: Stores, count: number): Promise<number[]> {
  const elapsedMs: number[] = [];
  const sample = sampleLedger(count, Date.now());
  let remaining = count;
  const fillSome = async () => {
    while (remaining > timedWrites) {
      remaining -= 1;
      const { value } = sample.next();
      if (value) await stores.ledger.record(value);
    }
  };
  await Promise.all(Array.from({ length: writesAtOnce }, fillSome));
  for (const entry of sample) {
    const startedMs = performance.now();
    await stores.ledger.record(entry);
    elapsedMs.push(performance.now() - startedMs);
  }
  await stores.close();
  return elapsedMs;
}
