import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { AuditEntry, AuditPosition } from '#lib/core/vocabulary/team/audit.ts';
import type { Services } from '#lib/services.ts';

type AuditSink = NonNullable<Services['config']['auditSink']>;
type Needed = Pick<Services, 'stores' | 'config' | 'newId' | 'nowMs'> & {
  metrics: Pick<Services['metrics'], 'auditUnsent'>;
};

const everything = { actions: [], by: null, from: null, to: null };
const leaseId = 'audit-sink';
const entriesPerRequest = 500;
/** Entries of several processes may be in another order than their times, by as much as their clocks differ. */
const clockDifferenceMs = 10 * 60_000;

/**
 * Sends the entries of the audit log to the configured sink, from the moment on at which it was first configured: in their
 * order, by one of several processes, and again until the sink has taken them. One that it takes while its answer is
 * lost comes twice, with the same ID.
 */
export function createAuditForwarder({ stores, config, metrics, newId, nowMs }: Needed) {
  const { leases, settings, audit } = stores;
  const lease = newId('req');
  const ttlMs = 3 * limits.auditForwardMs;
  const hasLease = async (): Promise<boolean> => {
    const isMine =
      (await leases.renew(leaseId, lease, ttlMs)) || (await leases.acquire(leaseId, lease, ttlMs));
    // Whoever has the lease knows what is sent by now.
    if (!isMine) metrics.auditUnsent(null);
    return isMine;
  };
  /** The part that goes on, in which a long backlog may be. */
  let going: Promise<void> | null = null;

  const forward = async (sink: AuditSink): Promise<void> => {
    if (!(await hasLease())) return;
    const { auditForwarded: last } = await settings.get();
    if (last === undefined) {
      const [latest] = await audit.list(everything, null, 1);
      const position = latest ? positionOf(latest) : { id: '', timestamp: new Date(nowMs()).toISOString() };
      await settings.change({ auditForwarded: position });
      return metrics.auditUnsent(0);
    }
    const entries = await entriesAfter(stores, last);
    metrics.auditUnsent(entries.length);
    for (let at = 0; at < entries.length; at += entriesPerRequest) {
      // Another process may have taken over while the one before was sent.
      if (at > 0 && !(await hasLease())) return;
      const part = entries.slice(at, at + entriesPerRequest);
      await send(sink, part);
      const sent = part.at(-1);
      if (sent) await settings.change({ auditForwarded: positionOf(sent) });
      metrics.auditUnsent(entries.length - at - part.length);
    }
  };

  // Without a collector nothing waits for it; with one, nobody knows before the store has been read.
  if (config.auditSink !== null) metrics.auditUnsent(null);
  return {
    /** Sends what is new; while that goes on, another call waits for it. @throws VitrineError `not_possible` when the sink does not take it */
    async forward(): Promise<void> {
      if (config.auditSink === null) return;
      going ??= forward(config.auditSink).finally(() => {
        going = null;
      });
      await going;
    },
  };
}

const positionOf = ({ id, timestamp }: AuditEntry): AuditPosition => ({ id, timestamp });

/** Oldest first. The last one that was sent may be gone by now, or have another ID in a copy of the store. */
async function entriesAfter(
  { audit }: Pick<Services['stores'], 'audit'>,
  last: AuditPosition,
): Promise<AuditEntry[]> {
  const earliest = new Date(Date.parse(last.timestamp) - clockDifferenceMs).toISOString();
  const found: AuditEntry[] = [];
  for (let before: string | null = null; ; ) {
    const page = await audit.list(everything, before, entriesPerRequest);
    for (const entry of page) {
      if (entry.id === last.id || entry.timestamp < earliest) return found.toReversed();
      found.push(entry);
    }
    before = page.at(-1)?.id ?? null;
    if (page.length < entriesPerRequest) return found.toReversed();
  }
}

/** @throws VitrineError `not_possible` */
async function send({ url, token }: AuditSink, entries: readonly AuditEntry[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    // Nobody but whom the operator named gets them.
    redirect: 'error',
    headers: {
      'Content-Type': 'application/x-ndjson',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    signal: AbortSignal.timeout(limits.auditForwardMs),
  }).catch((cause: unknown) => {
    throw new VitrineError('not_possible', 'VITRINE_AUDIT_URL does not answer.', { cause });
  });
  await response.body?.cancel();
  if (!response.ok) throw new VitrineError('not_possible', `VITRINE_AUDIT_URL answered ${response.status}.`);
}
