import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import { countRunners } from '../runs/runners/count-runners.ts';
import type { Services } from '../services.ts';
import { readBearerToken } from './bearer-token.ts';

/**
 * Whether the request has the metrics token. A browser cannot be made to send it, since it does not know it.
 */
export function isScraper(request: Request, { metricsToken }: Pick<Config, 'metricsToken'>): boolean {
  const token = readBearerToken(request.headers);
  return token !== null && metricsToken !== null && timingSafeEqual(digest(token), digest(metricsToken));
}

/** Digests have the same length whatever was sent, as a constant-time comparison needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What it reads, and nothing else of the services. */
interface MetricsNeeds {
  metrics: Pick<Services['metrics'], 'print' | 'contentType'>;
  stores: {
    leases: Pick<Services['stores']['leases'], 'listPending'>;
    runners: Pick<Services['stores']['runners'], 'list'>;
    workspaces: Pick<Services['stores']['workspaces'], 'list'>;
  };
  runners: Pick<Services['runners'], 'countWaiting'>;
  ledger: Pick<Services['ledger'], 'setAside'>;
  streams: Pick<Services['streams'], 'openCount'>;
}

/** This process' counters in Prometheus' text format. It answers while the store is unavailable, too. */
export async function answerMetrics({
  metrics,
  stores,
  runners,
  ledger,
  streams,
}: MetricsNeeds): Promise<Response> {
  const [pending, counts] = await Promise.all([
    stores.leases.listPending().catch(() => null),
    readRunnerCounts(stores).catch(() => null),
  ]);
  const text = await metrics.print({
    pendingConversations: pending === null ? null : pending.length,
    // What this process counted last is out of date while it cannot read the store.
    conversationsWithoutRunner: pending === null ? null : runners.countWaiting(),
    runners: counts,
    entriesSetAside: ledger.setAside(),
    openStreams: streams.openCount(),
  });
  return new Response(text, {
    headers: {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

async function readRunnerCounts({
  runners,
  workspaces,
}: Pick<MetricsNeeds['stores'], 'runners' | 'workspaces'>) {
  const [known, added] = await Promise.all([runners.list(), workspaces.list()]);
  return countRunners(
    known,
    added.map(({ name }) => name),
  );
}
