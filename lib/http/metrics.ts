import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
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

/** This process' counters in Prometheus' text format. It answers while the store is unavailable, too. */
export async function answerMetrics({ metrics, stores, ledger, streams }: Services): Promise<Response> {
  const pending = await stores.leases.listPending().catch(() => null);
  const text = await metrics.print({
    pendingConversations: pending === null ? null : pending.length,
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
